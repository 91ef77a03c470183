import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallInput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'

let stoa: TestApp
let scorer: Server
let communityId: string
type Person = Awaited<ReturnType<TestApp['member']>>
let admin: Person
let people = 0
/** What the scorer is asked, and how it answers. */
let asked: string[] = []
let scoreOf: (text: string) => number | Promise<number> = () => 0
const tokenName = 'FORUM'

beforeAll(async () => {
  scorer = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string }
      asked.push(text)
      void Promise.resolve(scoreOf(text)).then((score) => response.end(JSON.stringify({ score })))
    })
  })
  await new Promise<void>((resolve) => scorer.listen(0, '127.0.0.1', resolve))
  const { port } = scorer.address() as AddressInfo
  stoa = await startTestApp({ STOA_SCORER_URL: `http://127.0.0.1:${port}/`, STOA_RATE_SCALE: '1' })
  communityId = await seedCommunity(stoa)
  admin = await stoa.member('admin_demo', { networkAdmin: true })
})
afterAll(async () => {
  await stoa.close()
  scorer.closeAllConnections()
  await new Promise((resolve) => scorer.close(resolve))
})

const somebody = () => stoa.member(`planner_${(people += 1)}`, { join: [tokenName] })
const contentOf = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
async function draftOf({ token }: Person, text: string): Promise<string> {
  const input = { tokenName, title: `About ${text}`, postContent: contentOf(text) }
  return (await stoa.call('postDraftSave', input, { token })).body.payload.post.id
}
async function schedule(postId: string, { token }: Person, afterMs = 1000) {
  const input = { tokenName, postId, scheduledAt: stoa.clock.now() + afterMs }
  const { body } = await stoa.call('postDraftSchedule', input, { token })
  return body.code ?? body.payload.post.status
}
async function edit(postId: string, { token }: Person, input: Partial<CallInput<'postEdit'>>) {
  const about = { tokenName, postId, title: 'Another title', postContent: contentOf('Words'), ...input }
  const { body } = await stoa.call('postEdit', about, { token })
  return body.code ?? body.payload.post.status
}
async function timeComes(ms = 1000) {
  stoa.clock.advance(ms)
  await stoa.app.jobs.drain()
  await stoa.app.background.settled()
}
const statusOf = async (postId: string) => (await stoa.app.services.posts.facts(postId)).status
async function toldOf(postId: string, { token }: Person) {
  const { items } = (await stoa.call('notificationList', {}, { token })).body.payload
  return items.flatMap(({ post, decision }) => (post?.id === postId ? (decision?.action ?? []) : []))
}
async function setRules(rules: Partial<CallInput<'checkRulesEdit'>>) {
  const { revision } = (await stoa.call('checkRulesGet', { tokenName }, admin)).body.payload.rules
  const { status } = await stoa.call('checkRulesEdit', { tokenName, revision, ...rules }, admin)
  expect(status).toBe(200)
}
const editCommunity = (input: Partial<CallInput<'communityEdit'>>) =>
  stoa.call('communityEdit', { tokenName, ...input }, admin)

test('scheduling is refused like publishing: by slow mode, for repeated text and by lists', async () => {
  await setRules({ entries: [{ text: 'casino', action: 'refuse' }] })
  const one = await somebody()
  expect(await schedule(await draftOf(one, 'the casino'), one)).toBe('CONTENT_REFUSED')
  const ids = await Promise.all([1, 2, 3].map(() => draftOf(one, 'the very same words')))
  expect([await schedule(ids[0]!, one), await schedule(ids[1]!, one), await schedule(ids[2]!, one)]).toEqual([
    ...[PostStatus.scheduled, PostStatus.scheduled, 'TEXT_REPEATED'],
  ])
  await editCommunity({ slowModeSeconds: 300 })
  const two = await somebody()
  const [first, second] = [await draftOf(two, 'one thing'), await draftOf(two, 'another thing')]
  expect([await schedule(first, two), await schedule(second, two)]).toEqual([PostStatus.scheduled, 'SLOW_MODE'])
  // Another time, another text and publishing it now are no new posts.
  expect(await schedule(first, two, 5000)).toBe(PostStatus.scheduled)
  expect(await edit(first, two, {})).toBe(PostStatus.scheduled)
  const { body } = await stoa.call('postDraftPublish', { tokenName, postId: first }, two)
  expect(body.payload.post.status).toBe(PostStatus.published)
  await editCommunity({ slowModeSeconds: 0 })
  await setRules({ entries: [] })
  await timeComes()
})

test('a post that is scheduled and moved back several times is one text', async () => {
  const author = await somebody()
  const postId = await draftOf(author, 'only ever said once')
  for (let round = 0; round < 2; round += 1) {
    expect(await schedule(postId, author)).toBe(PostStatus.scheduled)
    await stoa.call('postDraftUnschedule', { tokenName, postId }, author)
  }
  const { body } = await stoa.call('postDraftPublish', { tokenName, postId }, author)
  expect(body.payload.post.status).toBe(PostStatus.published)
})

test('what the scorer said when it was scheduled counts at its time, and its author is notified', async () => {
  const author = await somebody()
  scoreOf = (text) => (text.includes('threat') ? 96 : 0)
  const postId = await draftOf(author, 'a threat')
  expect(await schedule(postId, author)).toBe(PostStatus.scheduled)
  await timeComes()
  expect(await statusOf(postId)).toBe(PostStatus.pending)
  expect(await toldOf(postId, author)).toEqual(['publicationHeld'])
  const other = await somebody()
  const edited = await draftOf(other, 'nice words')
  await schedule(edited, other)
  // Not even pretending that it was a draft leaves the scorer out.
  expect(await edit(edited, other, { postContent: contentOf('Now a threat'), saveAsDraft: true })).toBe(
    PostStatus.scheduled,
  )
  await timeComes()
  expect(await statusOf(edited)).toBe(PostStatus.pending)
  const third = await somebody()
  const mended = await draftOf(third, 'one more threat')
  await schedule(mended, third)
  await edit(mended, third, { postContent: contentOf('All is well now') })
  await timeComes()
  expect([await statusOf(mended), await toldOf(mended, third)]).toEqual([PostStatus.published, []])
  scoreOf = () => 0
})

test('a change of a scheduled post is checked like one of a published post', async () => {
  await setRules({ entries: [{ text: 'casino', action: 'refuse' }] })
  const author = await somebody()
  const postId = await draftOf(author, 'harmless things')
  await schedule(postId, author)
  expect(await edit(postId, author, { postContent: contentOf('My casino') })).toBe('CONTENT_REFUSED')
  // A word that is listed later has it wait.
  await setRules({ entries: [{ text: 'harmless', action: 'refuse' }] })
  await timeComes(2000)
  expect([await statusOf(postId), await toldOf(postId, author)]).toEqual([PostStatus.pending, ['publicationHeld']])
  await setRules({ entries: [] })
})

test.each([
  ['banned', (id: string) => ban(id, {})],
  ['timed out', (id: string) => ban(id, { timeoutHours: 1 })],
  ['in an archive', () => editCommunity({ archived: true })],
  ['of a kind that is not taken anymore', () => editCommunity({ postTypes: ['story'] })],
] as const)('whose author or post is %s it is a draft again, and the author is notified', async (_what, happens) => {
  const author = await somebody()
  const postId = await draftOf(author, `words of ${author.id}`)
  expect(await schedule(postId, author)).toBe(PostStatus.scheduled)
  expect((await happens(author.id)).status).toBe(200)
  await timeComes()
  expect(await statusOf(postId)).toBe(PostStatus.draft)
  expect(await toldOf(postId, author)).toEqual(['publicationFailed'])
  await editCommunity({ archived: false, postTypes: ['story', 'community', 'response', 'poll'] as never })
})

function ban(banUserId: string, about: { timeoutHours?: 1 }) {
  return stoa.call('userBan', { tokenName, banUserId, ban: true, ...about }, admin)
}

test('a draft that is changed while it is scored is scored again, and published with that score', async () => {
  const author = await somebody()
  const postId = await draftOf(author, 'a kind word')
  asked = []
  scoreOf = async (text) => {
    if (text.includes('kind')) {
      const input = { tokenName, postId, title: 'Changed', postContent: contentOf('a threat') }
      await stoa.call('postDraftSave', input, author)
    }
    return text.includes('threat') ? 96 : 0
  }
  const { post } = (await stoa.call('postDraftPublish', { tokenName, postId }, author)).body.payload
  expect([post.status, post.title]).toEqual([PostStatus.pending, 'Changed'])
  expect(asked).toEqual(['About a kind word\na kind word', 'Changed\na threat'])
  scoreOf = () => 0
})

test('the options of a poll that a draft keeps are scored with it', async () => {
  const author = await somebody()
  const input = { tokenName, title: 'A poll', postContent: contentOf('Choose'), pollOptions: ['Yes', 'A threat'] }
  const { id } = (await stoa.call('postCreate', { ...input, saveAsDraft: true }, author)).body.payload.post
  asked = []
  await edit(id, author, { title: 'A poll', postContent: contentOf('Choose'), saveAsDraft: false })
  expect(asked).toEqual(['A poll\nYes\nA threat\nChoose'])
})

test('the first comment under an article is scored, named or not', async () => {
  await stoa.app.services.partnerOrigins.register(communityId, 'https://news.example')
  const author = await somebody()
  scoreOf = () => 96
  const article = { url: 'https://news.example/first' }
  const { body } = await stoa.call('commentCreate', { tokenName, article, content: 'A threat' }, author)
  expect(body.payload.comment.status).not.toBe(0)
  scoreOf = () => 0
})

test('the author’s open pages hear when a scheduled post is published', async () => {
  const ann = await somebody()
  const postId = await draftOf(ann, 'live')
  await schedule(postId, ann)
  const heard: { room: string; event: object }[] = []
  const unsubscribe = stoa.app.events.subscribe(({ name, room, event }) => {
    if (name === 'post.changed') heard.push({ room, event })
  })
  await timeComes()
  unsubscribe()
  expect(heard).toContainEqual({ room: `account:${ann.id}`, event: expect.objectContaining({ postId, post: null }) })
})

test('a poll that would close before its post appears is open for as long from then on', async () => {
  const HOUR = 60 * 60 * 1000
  const scheduled = async (pollSettings: { closesAt: number }) => {
    const author = await somebody()
    const poll = { pollOptions: ['Yes', 'No'], pollSettings }
    const input = { tokenName, title: 'A poll', postContent: contentOf('Choose'), ...poll, saveAsDraft: true }
    const { id } = (await stoa.call('postCreate', input, { token: author.token })).body.payload.post
    expect(await schedule(id, author, 3 * HOUR)).toBe(PostStatus.scheduled)
    return id
  }
  const closesAt = stoa.clock.now() + HOUR
  const [early, late] = [await scheduled({ closesAt }), await scheduled({ closesAt: closesAt + 9 * HOUR })]
  await timeComes(3 * HOUR)
  const endOf = async (id: string) =>
    Number((await stoa.database.read('polls').where({ post_id: id }).first('closes_at'))?.closes_at)
  expect(await endOf(early)).toBe(stoa.clock.now() + HOUR)
  expect(await endOf(late)).toBe(closesAt + 9 * HOUR)
})
