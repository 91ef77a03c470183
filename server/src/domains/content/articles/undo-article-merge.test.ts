import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, type NewsSite, startNewsSite } from '../../../../test/news-site.ts'
import { stoaCommand } from '../../../../test/stoa-command.ts'

let site: NewsSite

beforeAll(async () => {
  site = await startNewsSite()
})
afterAll(() => site.close())

async function command(...parameters: string[]) {
  const { code, out, err } = await stoaCommand(site.stoa.settings, parameters)
  return { code, text: out, err }
}

test('undoing a merge restores both articles, and later comments stay with what they reply to', async () => {
  const { articleKeeping, polls } = site.stoa.app.services
  const old = await site.say('/old', 'under the old one')
  await site.say('/old', 'a reply', { replyTo: old.id })
  await site.say('/new', 'under the new one')
  await site.react('/old', 0, 'thumb-up')
  await site.react('/old', 1, 'thumb-down')
  await site.react('/old', 2, 'thumb-up')
  await site.react('/new', 1, 'thumb-up')
  const settings = { closesAt: null, results: 'always', voters: 'public' } as const
  await site.stoa.database.transaction((tx) => polls.create(tx, old.postId, { options: ['A', 'B'], settings }))
  await site.stoa.call('postVote', { postId: old.postId, selectedOptionIndex: 1 }, site.token(3))
  const before = [await site.thread('/old'), await site.thread('/new')]
  await articleKeeping.merge({ tokenName: 'FORUM', from: at('/old'), into: at('/new') })
  expect((await site.thread('/old')).post?.id).toBe(before[1]?.post?.id)

  await site.say('/old', 'said later')
  await site.say('/old', 'answered later', { replyTo: old.id, member: 1 })
  await site.react('/old', 2, '')
  expect(await articleKeeping.split({ tokenName: 'FORUM', name: at('/old'), threads: [] })).toBe(3)

  const [first, second] = [await site.thread('/old'), await site.thread('/new')]
  expect(first.texts).toEqual(['under the old one', 'a reply', 'answered later'])
  expect(second.texts).toEqual(['under the new one', 'said later'])
  // Everything as before, except for the removed reaction.
  expect(first.post).toEqual({
    ...before[0]?.post,
    numComments: 3,
    activeAt: expect.any(Number),
    reactionsCount: { 'thumb-up': 1, 'thumb-down': 1 },
  })
  expect(second.post).toMatchObject({ ...before[1]?.post, numComments: 2, activeAt: expect.any(Number) })
  expect(first.post).toMatchObject({ pollTotalVoters: 1, pollOptions: ['A', 'B'] })
  const bySlug = await site.stoa.call('postGet', { idOrSlug: 'old', tokenName: 'FORUM' })
  expect(bySlug.body.payload.post.id).toBe(old.postId)
  expect(await site.stoa.app.services.integrity.check()).toEqual([])
})

test('merges are undone one by one, latest first', async () => {
  const { merge, split } = site.stoa.app.services.articleKeeping
  for (const path of ['/a', '/b', '/c']) await site.say(path, path)
  await merge({ tokenName: 'FORUM', from: at('/a'), into: at('/b') })
  await merge({ tokenName: 'FORUM', from: at('/b'), into: at('/c') })
  expect((await site.thread('/c')).texts).toEqual(['/a', '/b', '/c'])
  await split({ tokenName: 'FORUM', name: at('/a'), threads: [] })
  expect([(await site.thread('/c')).texts, (await site.thread('/a')).texts]).toEqual([['/c'], ['/a', '/b']])
  await split({ tokenName: 'FORUM', name: at('/a'), threads: [] })
  expect([(await site.thread('/a')).texts, (await site.thread('/b')).texts]).toEqual([['/a'], ['/b']])
  expect(await site.stoa.app.services.integrity.check()).toEqual([])
})

test('one article is split into two, each with its own comments', async () => {
  const { rename } = site.stoa.app.services.articleKeeping
  const stays = await site.say('/mixed', 'about the first')
  const goes = await site.say('/mixed', 'about the second')
  await site.say('/mixed', 'a reply that goes along', { replyTo: goes.id, member: 1 })
  await rename({ tokenName: 'FORUM', from: at('/mixed'), into: at('/both') })
  const { code, text } = await command('article:split', 'FORUM', at('/mixed'), goes.id)
  expect([code, text]).toEqual([0, `${at('/mixed')} has a thread of its own, with 2 comments.`])
  const [split, left] = [await site.thread('/mixed'), await site.thread('/both')]
  expect(split.texts).toEqual(['about the second', 'a reply that goes along'])
  expect(split.post).toMatchObject({ title: 'Mixed', articleUrl: at('/mixed'), numComments: 2, status: 7 })
  expect(left).toMatchObject({ texts: ['about the first'], post: { id: stays.postId, articleUrl: at('/both') } })
  expect(await site.stoa.app.services.integrity.check()).toEqual([])
})

test('an article keeps its own address when its current one is split off', async () => {
  const { rename } = site.stoa.app.services.articleKeeping
  await site.say('/first', 'Hello')
  await rename({ tokenName: 'FORUM', from: at('/first'), into: at('/second') })
  await command('article:split', 'FORUM', at('/second'))
  expect((await site.thread('/first')).post).toMatchObject({ articleUrl: at('/first'), numComments: 1 })
  expect((await site.thread('/second')).post).toMatchObject({ articleUrl: at('/second'), numComments: 0 })
})

test('an id is split off under its own name', async () => {
  const { merge } = site.stoa.app.services.articleKeeping
  await site.say('/numbered', 'by id', { id: 'n-1' })
  await site.say('/other', 'by address')
  await merge({ tokenName: 'FORUM', from: 'id:n-1', into: at('/other') })
  expect((await site.thread('/elsewhere', 'n-1')).texts).toEqual(['by id', 'by address'])
  expect((await command('article:split', 'FORUM', 'id:n-1')).code).toBe(0)
  expect((await site.thread('/elsewhere', 'n-1')).texts).toEqual(['by id'])
})

test('an impossible split is refused with a message, and nothing changes', async () => {
  const { id } = await site.say('/single', 'alone')
  expect(await command('article:split', 'FORUM', at('/single'))).toMatchObject({
    code: 1,
    text: `${at('/single')} is the only name of its article.`,
  })
  expect((await command('article:split', 'FORUM', at('/nothing'))).code).toBe(1)
  expect((await command('article:split', 'FORUM')).code).toBe(2)
  await site.stoa.app.services.articleKeeping.rename({ tokenName: 'FORUM', from: at('/single'), into: at('/double') })
  const foreign = await site.say('/foreign', 'not of that thread')
  expect((await command('article:split', 'FORUM', at('/single'), id, foreign.id)).err).toContain(
    `Comment with ID ${foreign.id} not found`,
  )
  expect((await site.thread('/single')).post?.id).toBe((await site.thread('/double')).post?.id)
})
