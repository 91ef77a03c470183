import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { articleKey, type CallName, type CallOutput } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { createLiveClients } from '../../test/live-clients.ts'
import { queriesOf } from '../../test/queries.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { seedPost } from '../../test/seed-post.ts'
import { withoutRequest } from '../../test/without-request.ts'

const data = mkdtempSync(join(tmpdir(), 'stoa-only-'))
mkdirSync(join(data, 'domains'))
writeFileSync(
  join(data, 'domains/garden.json'),
  JSON.stringify({ origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true }),
)
const SITE = 'https://news.example'
const NOBODY = '0'.repeat(20)
const HOSTS = ['forum.example', 'garden.example'] as const
let stoa: TestApp
let token: string
let userId: string

/** Content of a community: a post with a poll, and a comment on it. */
interface Content {
  postId: string
  commentId: string
}
const contents: Record<string, Content> = {}

beforeAll(async () => {
  stoa = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  const { communities, memberships, partnerOrigins } = stoa.app.services
  const ids: Record<string, string> = {}
  for (const tokenName of ['FORUM', 'GARDEN']) {
    const about = { tokenName, title: tokenName, urlSlug: tokenName.toLowerCase(), about: '', creatorId: '' }
    ids[tokenName] = await communities.create(about)
    await partnerOrigins.register(ids[tokenName], SITE)
  }
  const ada = await stoa.member('ada_demo', { join: ['FORUM', 'GARDEN'] })
  ;({ token, id: userId } = ada)
  for (const tokenName of ['FORUM', 'GARDEN']) {
    await memberships.setRole(ids[tokenName] ?? '', ada.id, { moderator: true, permissions: ['hideContent'] })
    const poll = { tokenName, title: 'A poll', postContent: '{"blocks":[]}', pollOptions: ['A', 'B'] }
    const postId = (await stoa.call('postCreate', poll, { token })).body.payload.post.id
    const said = { tokenName, postId, content: `Said in ${tokenName}` }
    const commentId = (await stoa.call('commentCreate', said, { token })).body.payload.commentId
    await stoa.call('commentCreate', { ...said, replyToCommentId: commentId, content: 'Replied' }, { token })
    contents[tokenName] = { postId, commentId }
    for (const [entityType, entityId] of [['Post', postId] as const, ['Comment', commentId] as const])
      await stoa.call('postReaction', { entityType, entityId, reactionName: 'thumb-up' }, { token })
    await seedPost(stoa, { communityId: ids[tokenName] ?? '', publisherId: ada.id })
  }
})
afterAll(async () => {
  await stoa.close()
  rmSync(data, { recursive: true })
})

async function send(name: CallName, about: { host: string; input: Record<string, unknown>; as: 'a visitor' | 'ada' }) {
  const input = { ...about.input }
  const { method, path } = calls[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(input[field])
    delete input[field]
    return encodeURIComponent(value)
  })
  const headers = {
    host: about.host,
    'content-type': 'application/json',
    ...(about.as === 'ada' ? { authorization: `Bearer ${token}` } : {}),
  }
  const query = new URLSearchParams(input as Record<string, string>)
  const { status, body } = await (method === 'POST'
    ? requestAsHost(stoa, `/api${filled}`, { headers, requestBody: JSON.stringify(input) })
    : requestAsHost(stoa, `/api${filled}?${query}`, { headers }))
  return { status, body: withoutRequest(body) }
}

test('a profile names the person’s role in the domain’s community only', async () => {
  const rolesOn = async (host: string) => {
    const { body } = await requestAsHost(stoa, `/api/users/${userId}`, { headers: { host } })
    return (body.payload as CallOutput<'userGet'>).communities.map(({ tokenName, role }) => [tokenName, role])
  }
  const [there, here] = [
    ['FORUM', 'moderator'],
    ['GARDEN', 'moderator'],
  ]
  // Twice: the second response may come from a cache.
  for (const _ of [1, 2]) {
    expect(await rolesOn('forum.example')).toEqual([there, here])
    expect(await rolesOn('garden.example')).toEqual([here])
  }
})

test('lists contain only the domain’s community', async () => {
  type Items = { items: { id: string; tokenName: string }[]; cursor: string | null; hasMore: boolean }
  const list = async (host: string, path: string, as: 'a visitor' | 'ada' = 'ada') => {
    const headers = { host, ...(as === 'ada' ? { authorization: `Bearer ${token}` } : {}) }
    return (await requestAsHost(stoa, path, { headers })).body.payload as Items
  }
  const tokensOf = ({ items }: Items) => [...new Set(items.map(({ tokenName }) => tokenName))].toSorted()
  const paths = [
    '/api/communities',
    `/api/posts?type=user&userId=${userId}`,
    `/api/comments?type=user&userId=${userId}`,
  ]
  for (const path of paths) {
    for (const as of ['ada', 'a visitor'] as const) {
      expect([path, tokensOf(await list('forum.example', path, as))]).toEqual([path, ['FORUM', 'GARDEN']])
      expect([path, tokensOf(await list('garden.example', path, as))]).toEqual([path, ['GARDEN']])
    }
  }
  // The end of a page doesn't reveal further content elsewhere.
  for (const path of paths.slice(1)) {
    const page = await list('garden.example', `${path}&limit=2`)
    expect([path, page.items.length, page.hasMore, page.cursor]).toEqual([path, 2, false, null])
  }
})

test('searches find only what is in the domain’s community', async () => {
  await stoa.app.services.searchIndex.reindex()
  const places = async (name: CallName, host: string, query: string) => {
    const { body } = await send(name, { host, input: { query }, as: 'ada' })
    return [...new Set(JSON.stringify(body).match(/"tokenName":"\w+"/g))].toSorted()
  }
  const [there, here] = ['"tokenName":"FORUM"', '"tokenName":"GARDEN"']
  const counts = async (host: string) => {
    const { body } = await send('searchCounts', { host, input: { query: 'poll' }, as: 'a visitor' })
    return (body.payload as CallOutput<'searchCounts'>).posts
  }
  for (const [name, query] of [
    ['searchPosts', 'poll'],
    ['searchComments', 'said'],
    ['searchCommunities', 'forum'],
    ['searchSuggestions', 'pol'],
  ] as const) {
    const [everywhere, garden] = [
      await places(name, 'forum.example', query),
      await places(name, 'garden.example', query),
    ]
    expect([name, everywhere.includes(there), garden.includes(there)]).toEqual([name, true, false])
    expect([name, garden.includes(here)]).toEqual([name, name !== 'searchCommunities'])
  }
  expect([await counts('forum.example'), await counts('garden.example')]).toEqual([2, 1])
  const input = { query: 'poll', tokenName: 'FORUM' }
  const named = await send('searchPosts', { host: 'garden.example', input, as: 'ada' })
  expect(named.body.code).toBe('COMMUNITY_NOT_FOUND')
})

test('what was saved in other communities is neither listed nor removed there', async () => {
  for (const { postId } of Object.values(contents))
    await send('postSave', { host: 'forum.example', input: { postId, save: true }, as: 'ada' })
  const saved = async (host: string) => {
    const { body } = await send('savedList', { host, input: {}, as: 'ada' })
    const { items } = (body as unknown as { payload: { items: { post: { tokenName: string } }[] } }).payload
    return [...new Set(items.map(({ post }) => post.tokenName))].toSorted()
  }
  const input = { postId: contents.FORUM?.postId, save: false }
  await send('postSave', { host: 'garden.example', input, as: 'ada' })
  expect(await Promise.all(HOSTS.map(saved))).toEqual([['FORUM', 'GARDEN'], ['GARDEN']])
  await send('postSave', { host: 'forum.example', input, as: 'ada' })
})

test('reputation in other communities is not shown there', async () => {
  const bob = await stoa.member('bob_demo', { join: ['FORUM', 'GARDEN'] })
  for (const { postId: entityId } of Object.values(contents))
    await stoa.call('postReaction', { entityType: 'Post', entityId, reactionName: 'thumb-up' }, { token: bob.token })
  const told = async (host: string) => {
    const { body } = await send('userReputation', { host, input: { idOrSlug: userId }, as: 'a visitor' })
    const { communities, items } = (body as unknown as { payload: CallOutput<'userReputation'> }).payload
    return [communities, items].map((some) => some.map(({ tokenName }) => tokenName).toSorted())
  }
  expect(await Promise.all(HOSTS.map(told))).toEqual([
    [
      ['FORUM', 'GARDEN'],
      ['FORUM', 'GARDEN'],
    ],
    [['GARDEN'], ['GARDEN']],
  ])
})

test('drafts of other communities are not listed there', async () => {
  for (const tokenName of ['FORUM', 'GARDEN'])
    await stoa.call(
      'postCreate',
      { tokenName, title: 'Draft', postContent: '{"blocks":[]}', saveAsDraft: true },
      { token },
    )
  const drafts = async (host: string) => {
    const { body } = await send('postList', { host, input: { type: 'userDraft' }, as: 'ada' })
    return (body as unknown as { payload: { items: unknown[] } }).payload.items.length
  }
  expect(await Promise.all(HOSTS.map(drafts))).toEqual([2, 1])
})

test('people learn only their standing in the domain’s community', async () => {
  const own = async (host: string) => {
    const { body } = await send('me', { host, input: {}, as: 'ada' })
    return (body as unknown as { payload: { user: Record<string, unknown> } }).payload.user
  }
  expect(await own('forum.example')).toMatchObject({ joinedCommunities: ['FORUM', 'GARDEN'] })
  expect(JSON.stringify(await own('garden.example'))).not.toContain('FORUM')
  const joined = await send('communityJoin', {
    host: 'garden.example',
    input: { tokenName: 'GARDEN', join: true },
    as: 'ada',
  })
  expect(JSON.stringify(joined)).not.toContain('FORUM')
})

test('a post is found by id in its own community if one is named', async () => {
  const { postId } = contents.FORUM as Content
  const get = (input: Record<string, unknown>) => send('postGet', { host: 'forum.example', input, as: 'a visitor' })
  for (const tokenName of ['FORUM', 'forum', 'video'])
    expect([tokenName, (await get({ idOrSlug: postId, tokenName })).status]).toEqual([tokenName, 200])
  expect((await get({ idOrSlug: contents.GARDEN?.postId })).status).toBe(200)
  for (const tokenName of ['GARDEN', 'garden', 'NOWHERE'])
    expect(await get({ idOrSlug: postId, tokenName })).toEqual(await get({ idOrSlug: NOBODY, tokenName }))
})

test('changing a post or comment in another community than the named one responds with 404', async () => {
  const { postId, commentId } = contents.FORUM as Content
  const tried = [
    { name: 'postView', input: { postId }, missing: { postId: NOBODY } },
    ...(['Post', 'Comment'] as const).map((entityType) => ({
      name: 'postReaction' as const,
      input: { entityType, entityId: entityType === 'Post' ? postId : commentId, reactionName: 'thumb-up' },
      missing: { entityType, entityId: NOBODY, reactionName: 'thumb-up' },
    })),
  ] as const
  for (const { name, input, missing } of tried) {
    const to = (about: Record<string, unknown>) => send(name, { host: 'forum.example', input: about, as: 'ada' })
    for (const tokenName of ['FORUM', 'forum'])
      expect([name, (await to({ ...input, tokenName })).status]).toEqual([name, 200])
    for (const tokenName of ['GARDEN', 'NOWHERE'])
      expect(await to({ ...input, tokenName })).toEqual(await to({ ...missing, tokenName }))
    expect([name, (await to({ ...missing, tokenName: 'GARDEN' })).status]).toEqual([name, 404])
  }
})

test('live connections receive events of the only community alone', async () => {
  const clients = createLiveClients(stoa.url)
  const watch = {
    postIds: [contents.FORUM?.postId ?? '', contents.GARDEN?.postId ?? ''],
    communities: ['FORUM', 'GARDEN'],
    articles: ['FORUM', 'GARDEN'].map((tokenName) => articleKey(tokenName, `${SITE}/${tokenName}`)),
  }
  const [everywhere, garden] = await Promise.all(HOSTS.map((host) => clients.connect({ host, watch, token })))
  const before = { everywhere: everywhere?.events.length ?? 0, garden: garden?.events.length ?? 0 }
  for (const tokenName of ['FORUM', 'GARDEN']) {
    const said = { tokenName, content: 'News' }
    await stoa.call('commentCreate', { ...said, postId: contents[tokenName]?.postId ?? '' }, { token })
    await stoa.call('commentCreate', { ...said, article: { url: `${SITE}/${tokenName}` } }, { token })
    await stoa.call(
      'postCreate',
      { tokenName, title: 'News', postContent: '{"blocks":[{"type":"paragraph","data":{"text":"N"}}]}' },
      { token },
    )
  }
  const told = (await garden?.hears(before.garden + 4)) ?? []
  const names = (heard: typeof told) => heard.map(({ name }) => name).toSorted()
  const all = (await everywhere?.hears(before.everywhere + 8)) ?? []
  expect(names(all)).toEqual([...names(told), ...names(told)].toSorted())
  expect(names(told)).toEqual(['article.opened', 'comment.created', 'community.changed', 'post.created'])
  expect(JSON.stringify(told)).not.toContain('FORUM')
  clients.leave()
})

test('it costs no additional query', async () => {
  const of = async (host: string, path: string) => {
    stoa.clock.advance(2000)
    return (await queriesOf(stoa, () => requestAsHost(stoa, path, { headers: { host } }))).length
  }
  // Wait for earlier work, which would be counted too.
  await stoa.app.background.settled()
  await stoa.app.events.flush()
  const { postId, commentId } = contents.GARDEN as Content
  const paths = [
    '/api/communities',
    `/api/posts/${postId}`,
    `/api/comments?type=post&postId=${postId}`,
    `/api/comments?type=user&userId=${userId}`,
    `/api/comments/${commentId}`,
  ]
  for (const path of paths) {
    const here = await of('garden.example', path)
    expect([path, here <= (await of('forum.example', path))]).toEqual([path, true])
  }
})
