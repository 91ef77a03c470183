import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { runCommand } from '../../commands.ts'
import { checkDatabase } from '../../db/check.ts'

let stoa: TestApp
const members: { id: string; token: string }[] = []

beforeAll(async () => {
  stoa = await startTestApp()
  const { communities, partnerOrigins } = stoa.app.services
  const id = await communities.create({
    tokenName: 'FORUM',
    title: 'Forum',
    urlSlug: 'forum',
    about: '',
    creatorId: '',
  })
  await partnerOrigins.register(id, 'https://news.example')
  for (let index = 0; index < 4; index += 1) members.push(await stoa.member(`reader_${index}`, { join: ['FORUM'] }))
})
afterAll(async () => {
  await stoa.app.background.settled()
  await stoa.close()
})

const at = (path: string) => `https://news.example${path}`
const token = (member: number) => ({ token: members[member]!.token })

async function say(path: string, content: string, about: { member?: number; id?: string; answers?: string } = {}) {
  const { member = 0, id, answers } = about
  stoa.clock.advance(1)
  const input = {
    tokenName: 'FORUM',
    article: { url: at(path), ...(id ? { id } : {}) },
    content,
    ...(answers ? { replyToCommentId: answers } : {}),
  }
  const { body } = await stoa.call('commentCreate', input, token(member))
  expect(body.code).toBeUndefined()
  return body.payload.comment
}

const react = (path: string, member: number, reactionName: 'thumb-up' | 'thumb-down' | '') =>
  stoa.call(
    'postReaction',
    { tokenName: 'FORUM', article: { url: at(path) }, entityType: 'Post', reactionName },
    token(member),
  )

async function thread(path: string, id?: string) {
  stoa.clock.advance(2000)
  const query = { community: 'FORUM', url: at(path), sort: 'old' as const, ...(id ? { id } : {}) }
  const { post, comments } = (await stoa.call('articleThread', query)).body.payload
  return {
    post,
    texts: comments.items.flatMap((item) => [item.content, ...item.replies.items.map((one) => one.content)]),
  }
}

async function command(...parameters: string[]) {
  const lines: string[] = []
  const code = await runCommand(parameters, { environment: stoa.settings, say: (line) => void lines.push(line) })
  return { code, text: lines.join('\n') }
}

test('a merge is undone as if it had not been, and what was said since stays with what it answers', async () => {
  const { articleKeeping, polls } = stoa.app.services
  const old = await say('/old', 'under the old one')
  await say('/old', 'a reply', { answers: old.id })
  await say('/new', 'under the new one')
  await react('/old', 0, 'thumb-up')
  await react('/old', 1, 'thumb-down')
  await react('/old', 2, 'thumb-up')
  await react('/new', 1, 'thumb-up')
  const settings = { closesAt: null, results: 'always', voters: 'public' } as const
  await stoa.database.transaction((unit) => polls.create(unit, old.postId, { options: ['A', 'B'], settings }))
  await stoa.call('postVote', { postId: old.postId, selectedOptionIndex: 1 }, token(3))
  const before = [await thread('/old'), await thread('/new')]
  await articleKeeping.merge({ tokenName: 'FORUM', from: at('/old'), into: at('/new') })
  expect((await thread('/old')).post?.id).toBe(before[1]?.post?.id)

  await say('/old', 'said later')
  await say('/old', 'answered later', { answers: old.id, member: 1 })
  await react('/old', 2, '')
  expect(await articleKeeping.split({ tokenName: 'FORUM', name: at('/old'), threads: [] })).toBe(3)

  const [first, second] = [await thread('/old'), await thread('/new')]
  expect(first.texts).toEqual(['under the old one', 'a reply', 'answered later'])
  expect(second.texts).toEqual(['under the new one', 'said later'])
  // Everything as it was, but for who took a reaction back.
  expect(first.post).toEqual({
    ...before[0]?.post,
    numComments: 3,
    activeAt: expect.any(Number),
    reactionsCount: { 'thumb-up': 1, 'thumb-down': 1 },
  })
  expect(second.post).toMatchObject({ ...before[1]?.post, numComments: 2, activeAt: expect.any(Number) })
  expect(first.post).toMatchObject({ pollTotalVoters: 1, pollOptions: ['A', 'B'] })
  const bySlug = await stoa.call('postGet', { idOrSlug: 'old', tokenName: 'FORUM' })
  expect(bySlug.body.payload.post.id).toBe(old.postId)
  expect(await checkDatabase(stoa.database)).toEqual([])
})

test('merges are undone one by one, the last one first', async () => {
  const { merge, split } = stoa.app.services.articleKeeping
  for (const path of ['/a', '/b', '/c']) await say(path, path)
  await merge({ tokenName: 'FORUM', from: at('/a'), into: at('/b') })
  await merge({ tokenName: 'FORUM', from: at('/b'), into: at('/c') })
  expect((await thread('/c')).texts).toEqual(['/a', '/b', '/c'])
  await split({ tokenName: 'FORUM', name: at('/a'), threads: [] })
  expect([(await thread('/c')).texts, (await thread('/a')).texts]).toEqual([['/c'], ['/a', '/b']])
  await split({ tokenName: 'FORUM', name: at('/a'), threads: [] })
  expect([(await thread('/a')).texts, (await thread('/b')).texts]).toEqual([['/a'], ['/b']])
  expect(await checkDatabase(stoa.database)).toEqual([])
})

test('an article that was one by mistake is made two, with the comments that belong to each', async () => {
  const { rename } = stoa.app.services.articleKeeping
  const stays = await say('/mixed', 'about the first')
  const goes = await say('/mixed', 'about the second')
  await say('/mixed', 'a reply that goes along', { answers: goes.id, member: 1 })
  await rename({ tokenName: 'FORUM', from: at('/mixed'), into: at('/both') })
  const { code, text } = await command('article:split', 'FORUM', at('/mixed'), goes.id)
  expect([code, text]).toEqual([0, `${at('/mixed')} has a thread of its own, with 2 comments.`])
  const [split, left] = [await thread('/mixed'), await thread('/both')]
  expect(split.texts).toEqual(['about the second', 'a reply that goes along'])
  expect(split.post).toMatchObject({ title: 'Mixed', articleUrl: at('/mixed'), numComments: 2, status: 7 })
  expect(left).toMatchObject({ texts: ['about the first'], post: { id: stays.postId, articleUrl: at('/both') } })
  expect(await checkDatabase(stoa.database)).toEqual([])
})

test('an article keeps an address of its own when the one it stands at is split off', async () => {
  const { rename } = stoa.app.services.articleKeeping
  await say('/first', 'Hello')
  await rename({ tokenName: 'FORUM', from: at('/first'), into: at('/second') })
  await command('article:split', 'FORUM', at('/second'))
  expect((await thread('/first')).post).toMatchObject({ articleUrl: at('/first'), numComments: 1 })
  expect((await thread('/second')).post).toMatchObject({ articleUrl: at('/second'), numComments: 0 })
})

test('an id is split off under its own name', async () => {
  const { merge } = stoa.app.services.articleKeeping
  await say('/numbered', 'by id', { id: 'n-1' })
  await say('/other', 'by address')
  await merge({ tokenName: 'FORUM', from: 'id:n-1', into: at('/other') })
  expect((await thread('/elsewhere', 'n-1')).texts).toEqual(['by id', 'by address'])
  expect((await command('article:split', 'FORUM', 'id:n-1')).code).toBe(0)
  expect((await thread('/elsewhere', 'n-1')).texts).toEqual(['by id'])
})

test('what can’t be split is said, and nothing changes', async () => {
  const { id } = await say('/single', 'alone')
  expect(await command('article:split', 'FORUM', at('/single'))).toEqual({
    code: 1,
    text: `${at('/single')} is the only name of its article.`,
  })
  expect((await command('article:split', 'FORUM', at('/nothing'))).code).toBe(1)
  expect((await command('article:split', 'FORUM')).code).toBe(2)
  await stoa.app.services.articleKeeping.rename({ tokenName: 'FORUM', from: at('/single'), into: at('/double') })
  const foreign = await say('/foreign', 'not of that thread')
  expect((await command('article:split', 'FORUM', at('/single'), id, foreign.id)).text).toBe('Comment not found.')
  expect((await thread('/single')).post?.id).toBe((await thread('/double')).post?.id)
})
