import { randomUUID } from 'node:crypto'
import { RATE_LIMITS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { DAY_MS } from '../platform/clock.ts'

let stoa: TestApp
let token: string

beforeAll(async () => {
  stoa = await startTestApp({ STOA_RATE_SCALE: '1' })
  const { sessions } = stoa.app.services
  await seedCommunity(stoa)
  const { id } = await stoa.member('ada_demo', { join: ['FORUM'] })
  // The account is now a day old and has the whole allowance.
  stoa.clock.advance(DAY_MS + 1)
  token = (await sessions.begin({ userId: id, site: '', lasting: true })).signedIn.accessToken
})
afterAll(() => stoa.close())

const content = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Some text' } }] })
const create = (title: string) =>
  stoa.call('postCreate', { tokenName: 'FORUM', title, postContent: content }, { token })

test('only successful work counts: refused posts and edits don’t', async () => {
  for (let count = 0; count < RATE_LIMITS.post.points + 2; count += 1) {
    expect((await create(' ')).body.code).toBe('VALIDATION_FAILED')
    const elsewhere = await stoa.call(
      'postCreate',
      { tokenName: 'NOWHERE', title: 'x', postContent: content },
      { token },
    )
    expect(elsewhere.body.code).toBe('COMMUNITY_NOT_FOUND')
  }
  const { post } = (await create('First')).body.payload
  for (let count = 0; count < RATE_LIMITS.post.points; count += 1) {
    const edit = { tokenName: 'FORUM', postId: post.id, title: `First, ${count}`, postContent: content }
    expect((await stoa.call('postEdit', edit, { token })).status).toBe(200)
  }
  for (let count = 1; count < RATE_LIMITS.post.points; count += 1) expect((await create('Next')).status).toBe(200)
  const { status, body } = await create('One too many')
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
})

test('a retry gets the first response even if the quota is used up', async () => {
  const postId = (await stoa.database.read('posts').first('id')).id
  const say = (key: string, text: string) =>
    stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId, content: text },
      { token, headers: { 'idempotency-key': key } },
    )
  const keys = Array.from({ length: RATE_LIMITS.comment.points }, () => randomUUID())
  const first = await Promise.all(keys.map((key) => say(key, key)))
  expect(first.map(({ status }) => status)).toEqual(keys.map(() => 200))
  const [key = ''] = keys
  const again = await say(key, key)
  expect([again.status, again.body.payload]).toEqual([200, first[0]?.body.payload])
  expect((await say(randomUUID(), 'One too many')).body.code).toBe('RATE_LIMITED')
})

test('repeating the same reaction does not count', async () => {
  const { id } = await stoa.member('bea_demo', { join: ['FORUM'] })
  stoa.clock.advance(DAY_MS + 1)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  const postId = (await stoa.database.read('posts').first('id')).id
  const react = (key: string, reactionName: string) => {
    const input = { entityType: 'Post', entityId: postId, reactionName } as const
    return stoa.call('postReaction', input as never, {
      token: signedIn.accessToken,
      headers: { 'idempotency-key': key },
    })
  }
  const repeats = Array.from({ length: 10 }, () => react('same', 'thumb-up'))
  expect((await Promise.all(repeats)).map(({ status }) => status)).toEqual(repeats.map(() => 200))
  for (let count = 1; count < RATE_LIMITS.reaction.points; count += 1) {
    expect((await react(randomUUID(), count % 2 ? 'thumb-down' : 'thumb-up')).status).toBe(200)
  }
  expect((await react(randomUUID(), 'thumb-up')).body.code).toBe('RATE_LIMITED')
})

test('publishing a draft counts like a post, whichever call does it', async () => {
  const { id } = await stoa.member('cem_demo', { join: ['FORUM'] })
  stoa.clock.advance(DAY_MS + 1)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  const mine = { token: signedIn.accessToken }
  let drafts = 0
  // Repeated text is refused before anything is counted.
  const words = () => {
    const blocks = [{ type: 'paragraph', data: { text: `Draft number ${(drafts += 1)}` } }]
    return { tokenName: 'FORUM', title: 'A draft', postContent: JSON.stringify({ blocks }) }
  }
  const draft = async () => (await stoa.call('postDraftSave', words(), mine)).body.payload.post.id
  const publish = async () =>
    (await stoa.call('postEdit', { ...words(), postId: await draft(), saveAsDraft: false }, mine)).body
  const schedule = async () =>
    (
      await stoa.call(
        'postDraftSchedule',
        { tokenName: 'FORUM', postId: await draft(), scheduledAt: stoa.clock.now() + 1000 },
        mine,
      )
    ).body
  for (let count = 0; count < RATE_LIMITS.post.points / 2; count += 1) {
    const { post } = (await publish()).payload
    expect((await schedule()).status).toBe('success')
    // Published posts can still be edited.
    const change = { ...words(), postId: post.id, saveAsDraft: false }
    expect((await stoa.call('postEdit', change, mine)).status).toBe(200)
  }
  expect([(await publish()).code, (await schedule()).code]).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
})
