import type { CallInput, Post } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { withoutRequest } from '../../../../test/without-request.ts'

let stoa: TestApp
let author: { id: string; token: string }
let reader: { id: string; token: string }

beforeAll(async () => {
  stoa = await startTestApp()
  await seedCommunity(stoa, { title: 'Forum', flairs: ['Ideas'] })
  await seedCommunity(stoa, { tokenName: 'GARDEN', flairs: ['Roses'] })
  await seedCommunity(stoa, { tokenName: 'STRICT', approvePosts: true })
  author = await stoa.member('ada_demo', { join: ['FORUM', 'GARDEN', 'STRICT'] })
  reader = await stoa.member('bea_demo', { join: ['FORUM', 'STRICT'] })
})
afterAll(() => stoa.close())

const paragraph = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

async function create(input: Partial<CallInput<'postCreate'>> = {}, token = author.token) {
  const tokenName = input.tokenName ?? 'FORUM'
  const topic = 'flairId' in input ? {} : { flairId: (await flairs(tokenName))[0]?.id }
  const whole = { tokenName, title: 'A title', postContent: paragraph('Some text'), ...topic, ...input }
  return stoa.call('postCreate', whole, { token })
}

async function created(input: Partial<CallInput<'postCreate'>> = {}, token = author.token): Promise<Post> {
  const { status, body } = await create(input, token)
  expect([status, body.code]).toEqual([200, undefined])
  return body.payload.post
}

const get = (idOrSlug: string, options: { tokenName?: string; token?: string } = {}) => {
  const { token, ...query } = options
  return stoa.call('postGet', { idOrSlug, ...query }, token ? { token } : {})
}

const flairs = async (tokenName: string) => (await stoa.app.services.communities.get(tokenName)).activeFlairs

test('a new post is published, counted and readable by everyone', async () => {
  const [flair] = await flairs('FORUM')
  const post = await created({ title: 'Hello, World!', flairId: flair!.id })
  expect(post).toMatchObject({
    status: 0,
    slugUrl: 'hello-world',
    excerpt: 'Some text',
    publisherName: 'ada_demo',
    flairs: [flair],
    tokenName: 'FORUM',
    communityTitle: 'Forum',
  })
  expect((await get(post.id)).body.payload.post).toEqual(post)
  expect((await get('hello-world', { tokenName: 'forum' })).body.payload.post.id).toBe(post.id)
  expect((await get('hello-world')).body.payload.post.id).toBe(post.id)
  expect((await stoa.app.services.communities.get('FORUM')).totalPosts).toBe(1)
})

test('the community receives a new post in its public form', async () => {
  const heard: unknown[] = []
  const stop = stoa.app.events.subscribe((event) => heard.push(event))
  const post = await created({ title: 'News' })
  stop()
  const { postContent: _content, revision: _revision, hidden: _hidden, readingMinutes: _minutes, ...rest } = post
  const { hasOwnExcerpt: _excerpt, hasOwnSlug: _slug, ...summary } = rest
  expect(heard).toContainEqual(
    expect.objectContaining({
      name: 'post.created',
      room: 'community:FORUM',
      event: expect.objectContaining({ tokenName: 'FORUM', post: summary }),
    }),
  )
})

test('titles in one community get unique slugs, each community has its own', async () => {
  const first = await created({ title: 'Same title' })
  const second = await created({ title: 'Same title!' })
  const third = await created({ title: 'Same title' })
  const elsewhere = await created({ title: 'Same title', tokenName: 'GARDEN' })
  expect([first, second, third, elsewhere].map((post) => post.slugUrl)).toEqual([
    'same-title',
    'same-title-2',
    'same-title-3',
    'same-title',
  ])
})

test('concurrent posts with one title all get unique slugs', async () => {
  const posts = await Promise.all(Array.from({ length: 16 }, () => created({ title: 'At once' })))
  expect(new Set(posts.map((post) => post.slugUrl)).size).toBe(16)
})

test.each([
  ['no title', { title: ' \u200b ' }, 'title'],
  ['a title over 200 characters', { title: 'é'.repeat(201) }, 'title'],
  ['no content', { postContent: JSON.stringify({ blocks: [] }) }, 'postContent'],
  ['content that is not JSON', { postContent: 'text' }, 'postContent'],
  ['one poll option', { pollOptions: ['only'] }, 'pollOptions'],
  ['eleven poll options', { pollOptions: Array.from({ length: 11 }, (_, index) => `${index}`) }, 'pollOptions'],
  ['a poll option over 80 characters', { pollOptions: ['x'.repeat(81), 'y'] }, 'pollOptions.0'],
  ['a poll that closed before', { pollOptions: ['x', 'y'], pollSettings: { closesAt: 1 } }, 'pollSettings.closesAt'],
  [
    'a poll that closes after more than a year',
    { pollOptions: ['x', 'y'], pollSettings: { closesAt: Date.now() + 400 * 24 * 3600 * 1000 } },
    'pollSettings.closesAt',
  ],
  [
    'a poll that closes at no date',
    { pollOptions: ['x', 'y'], pollSettings: { closesAt: Number.MAX_SAFE_INTEGER } },
    'pollSettings.closesAt',
  ],
  [
    'results after an end that never comes',
    { pollOptions: ['x', 'y'], pollSettings: { results: 'afterClose' } },
    'pollSettings.closesAt',
  ],
  ['a script as hero image', { heroImage: { url: 'javascript:alert(1)' } }, 'heroImage.url'],
  [
    'a hero image of another host without a protocol',
    { heroImage: { url: '/\\other.example/x.png' } },
    'heroImage.url',
  ],
] as const)('%s is refused by field', async (_, input, field) => {
  const { status, body } = await create(input as Partial<CallInput<'postCreate'>>)
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect((body.details as { field: string }[]).map((issue) => issue.field)).toEqual([field])
})

test('a block of an unknown type is kept unchanged', async () => {
  const block = { type: 'raw', data: { html: '<b>kept</b>' } }
  const post = await created({ postContent: JSON.stringify({ blocks: [block] }) })
  expect(JSON.parse(post.postContent).blocks).toMatchObject([block])
})

test('values at the limits are accepted', async () => {
  const post = await created({
    title: '🎉'.repeat(200),
    pollOptions: Array.from({ length: 10 }, (_, index) => `${index}`.repeat(80)),
  })
  expect(post.pollOptions).toHaveLength(10)
  expect(post.slugUrl).toMatch(/^post(-\d+)?$/)
})

test('a poll alone is enough content', async () => {
  const post = await created({ postContent: '{"blocks":[]}', pollOptions: ['Yes', 'No'] })
  expect(post).toMatchObject({
    pollOptions: ['Yes', 'No'],
    pollTotalVoters: 0,
    pollSettings: { closesAt: null, results: 'always', voters: 'public' },
    pollValues: [
      { count: 0, lastVoters: [] },
      { count: 0, lastVoters: [] },
    ],
  })
})

test('a topic must belong to the community', async () => {
  const [rose] = await flairs('GARDEN')
  const { status, body } = await create({ flairId: rose!.id })
  expect([status, body.code, body.message]).toEqual([404, 'FLAIR_NOT_FOUND', 'Topic not found.'])
})

test('a post needs a topic if its community has topics, unless it is a draft', async () => {
  const without = await create({ flairId: undefined })
  expect([without.status, without.body.details]).toMatchObject([
    400,
    [{ field: 'flairId', message: 'Choose a topic.' }],
  ])
  const draft = await created({ flairId: undefined, saveAsDraft: true })
  const whole = { tokenName: 'FORUM', postId: draft.id, title: 'A title', postContent: paragraph('Some text') }
  const published = await stoa.call('postEdit', { ...whole, saveAsDraft: false }, { token: author.token })
  expect(published.body.details).toMatchObject([{ field: 'flairId', message: 'Choose a topic.' }])
  expect((await create({ flairId: undefined, tokenName: 'STRICT' })).status).toBe(200)
})

test('stories are for partners and need a topic', async () => {
  const refused = await create({ kind: 'story' })
  expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
  const partner = await stoa.member('cem_demo', { join: ['FORUM'] })
  const { id } = await stoa.app.services.communities.require('FORUM')
  await stoa.app.services.memberships.setRole(id, partner.id, { canSell: true })
  const without = await create({ kind: 'story', flairId: undefined }, partner.token)
  expect(without.body.details).toMatchObject([{ field: 'flairId', message: 'Choose a topic.' }])
  const [flair] = await flairs('FORUM')
  const story = await created({ kind: 'story', flairId: flair!.id }, partner.token)
  expect(story).toMatchObject({ kind: 'story', createdByWhitelistedUser: true })
})

test('posting requires sign-in and membership', async () => {
  const stranger = await stoa.member('dan_demo')
  expect((await create({}, stranger.token)).body.code).toBe('JOIN_REQUIRED')
  expect((await stoa.call('postCreate', { tokenName: 'FORUM', title: 'x', postContent: '' })).body.code).toBe(
    'AUTH_REQUIRED',
  )
})

test('a response belongs to another person’s post', async () => {
  const parent = await created({ title: 'Question' })
  expect((await create({ parentPostId: parent.id })).body.code).toBe('OWN_POST')
  const response = await created({ parentPostId: parent.id, title: 'Answer' }, reader.token)
  expect(response.parentPostId).toBe(parent.id)
  expect((await create({ parentPostId: parent.id, tokenName: 'GARDEN' }, author.token)).body.code).toBe(
    'POST_NOT_FOUND',
  )
})

test('a response is refused where the community doesn’t allow it', async () => {
  const parent = await created({ title: 'Closed question' })
  const setTypes = (types: string[]) =>
    stoa.database.transaction(({ connection }) =>
      connection('communities')
        .where({ token_name: 'FORUM' })
        .update({ post_types: JSON.stringify(types) }),
    )
  await setTypes(['community', 'story'])
  const { status, body } = await create({ parentPostId: parent.id }, reader.token)
  expect([status, body.code]).toEqual([403, 'POST_CLOSED'])
  await setTypes(['community', 'story', 'response'])
  expect((await create({ parentPostId: parent.id }, reader.token)).status).toBe(200)
})

test('where posts need approval, a new one is pending, and only its author sees it', async () => {
  const post = await created({ tokenName: 'STRICT', title: 'Please approve' })
  expect(post.status).toBe(5)
  expect((await get(post.id, { token: author.token })).status).toBe(200)
  expect((await stoa.app.services.communities.get('STRICT')).totalPosts).toBe(0)
})

test('an invisible post is indistinguishable from a missing one', async () => {
  const hidden = await created({ tokenName: 'STRICT', title: 'Secret plan' })
  const draft = await created({ saveAsDraft: true, title: 'My draft' })
  const answers = await Promise.all([
    get('x'.repeat(20)),
    get(hidden.id),
    get(hidden.id, { token: reader.token }),
    get('secret-plan', { tokenName: 'STRICT' }),
    get('never-was', { tokenName: 'STRICT' }),
    get('never-was', { tokenName: 'NOWHERE' }),
    get(draft.id, { token: reader.token }),
    get('my-draft', { tokenName: 'FORUM' }),
  ])
  const seen = answers.map(({ status, body }) => ({ status, body: withoutRequest(body) }))
  expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(seen[0]).toEqual({
    status: 404,
    body: { status: 'error', code: 'POST_NOT_FOUND', message: 'Post not found: …', requestId: '' },
  })
  const views = await Promise.all([
    stoa.call('postView', { postId: 'x'.repeat(20) }),
    stoa.call('postView', { postId: hidden.id }),
  ])
  expect(views.map((answer) => answer.body.message)).toEqual([
    `Post not found: ${'x'.repeat(20)}`,
    `Post not found: ${hidden.id}`,
  ])
})

test('a changed title creates a new address, and the old one redirects to it', async () => {
  const post = await created({ title: 'First name' })
  const edit = (title: string) =>
    stoa.call(
      'postEdit',
      { tokenName: 'FORUM', postId: post.id, title, postContent: paragraph('Changed') },
      { token: author.token },
    )
  const edited = (await edit('Second name')).body.payload.post
  expect(edited).toMatchObject({ slugUrl: 'second-name', excerpt: 'Changed', editedAt: stoa.clock.now() })
  expect((await get('first-name')).body.payload.post).toEqual(edited)
  const taken = await created({ title: 'First name' })
  expect(taken.slugUrl).toBe('first-name-2')
  expect((await edit('First name')).body.payload.post.slugUrl).toBe('first-name')
  const revisions = await stoa.database.read('post_revisions').where({ post_id: post.id }).orderBy('id')
  expect(revisions.map((row) => row.title)).toEqual(['First name', 'Second name'])
})

test('only its author edits a post, and not after approval', async () => {
  const post = await created({ title: 'Mine' })
  const edit = (postId: string, token: string, tokenName = 'FORUM') =>
    stoa.call('postEdit', { tokenName, postId, title: 'x', postContent: paragraph('x') }, { token })
  expect((await edit(post.id, reader.token)).body.code).toBe('FORBIDDEN')
  expect((await edit('x'.repeat(20), reader.token)).body.code).toBe('POST_NOT_FOUND')
  const pending = await created({ tokenName: 'STRICT', title: 'Waiting' })
  expect((await edit(pending.id, author.token)).body.code).toBe('POST_NOT_FOUND')
  expect((await edit(pending.id, author.token, 'STRICT')).status).toBe(200)
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: pending.id }).update({ status: 0 }),
  )
  expect((await edit(pending.id, author.token, 'STRICT')).body.code).toBe('FORBIDDEN')
})

test('counters change by differences and keep score, rank and activity consistent', async () => {
  const post = await created({ title: 'Counted' })
  const { posts } = stoa.app.services
  const now = stoa.clock.now()
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      stoa.database.transaction((tx) =>
        posts.count(tx, post.id, { comments: 1, up: 1, down: 1, activeAt: now + index }),
      ),
    ),
  )
  await stoa.database.transaction((tx) => posts.count(tx, post.id, { comments: -1 }))
  const row = await stoa.database.read('posts').where({ id: post.id }).first()
  expect(row).toMatchObject({ num_comments: 11, up_count: 12, down_count: 12, score: 22, active_at: now + 11 })
  expect(row.hot).toBe(Math.round((1e9 * Math.log10(24)) / 2 ** 1.8))
})

test('a visitor who makes up ids counts at most five times per network and day', async () => {
  const { posts } = stoa.app.services
  const post = await created({ title: 'Inflated' })
  const ids = Array.from({ length: 12 }, (_, index) => `made up ${index}`)
  await Promise.all(ids.map((visitorId) => stoa.call('postView', { postId: post.id, visitorId })))
  expect((await stoa.call('postView', { postId: post.id, visitorId: 'one more' })).body.payload.totalViews).toBe(5)
  let views = 5
  const viewFrom = async (address: string) => {
    for (const visitorId of ids) views = (await posts.view(null, { postId: post.id, visitorId, address })).totalViews
  }
  await viewFrom('192.0.2.7')
  expect(views).toBe(10)
  await viewFrom('2001:db8:7:1::1')
  expect(views).toBe(15)
  // A customer who has a /48 counts as sixteen.
  for (let index = 1; index < 40; index += 1) await viewFrom(`2001:db8:7:${(index * 257).toString(16)}::1`)
  expect(views).toBe(10 + 5 * 16)
  expect((await stoa.call('postView', { postId: post.id }, { token: reader.token })).body.payload.totalViews).toBe(91)
})

test('a view counts once per visitor and day', async () => {
  const post = await created({ title: 'Seen' })
  const view = (visitorId: string, token?: string) =>
    stoa.call('postView', { postId: post.id, visitorId }, token ? { token } : {})
  const views = async (visitorId: string, token?: string) => (await view(visitorId, token)).body.payload.totalViews
  expect(await views('one')).toBe(1)
  expect(await views('one')).toBe(1)
  expect(await views('two')).toBe(2)
  expect(await views('three', reader.token)).toBe(3)
  expect(await views('four', reader.token)).toBe(3)
  stoa.clock.advance(24 * 60 * 60 * 1000)
  expect(await views('one')).toBe(4)
  await Promise.all(Array.from({ length: 8 }, () => view('same')))
  expect(await views('same')).toBe(5)
})
