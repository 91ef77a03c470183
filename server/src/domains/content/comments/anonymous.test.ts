import { afterAll, beforeAll, expect, test } from 'vitest'
import { solutionOf } from '../../../../test/app-check.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { type SecondProcess, startSecondProcess } from '../../../../test/second-process.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { seedPost } from '../../../../test/seed-post.ts'

const PASSWORD = 'Correct-horse-7'
const ORIGIN = 'http://localhost:3000'

let stoa: TestApp
let other: SecondProcess
let communityId: string
let postId: string
let nextAddress = 0

beforeAll(async () => {
  stoa = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback' })
  other = await startSecondProcess(stoa, undefined)
  communityId = await seedCommunity(stoa)
  postId = await seedPost(stoa, { communityId })
})
afterAll(async () => {
  await other.close()
  await stoa.close()
})

interface Sender {
  address?: string
  visitorId?: string
  cookie?: string
  /** Access token. */
  member?: string
  key?: string
  url?: string
}

async function post(
  path: string,
  body: object,
  { address, cookie, member, key, url, token }: Sender & { token?: string },
) {
  const response = await fetch(`${url ?? stoa.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      ...(address ? { 'x-forwarded-for': address } : {}),
      ...(cookie ? { cookie } : {}),
      ...(member ? { authorization: `Bearer ${member}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(token ? { 'x-app-check': token } : {}),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function earn(sender: Sender = {}): Promise<string> {
  const { visitorId } = sender
  const solution = solutionOf((await post('/app-check/challenge', {}, sender)).body.payload)
  const answer = await post('/app-check/token', { solution, origin: ORIGIN, ...(visitorId && { visitorId }) }, sender)
  return answer.body.payload.token
}

const say = (content: string, token: string, { visitorId, ...sender }: Sender = {}) =>
  post(
    '/comment/anonymous',
    { tokenName: 'FORUM', postId, content, ...(visitorId && { visitorId }) },
    { ...sender, token },
  )

test('one solution can’t be used from many addresses', async () => {
  const token = await earn({ address: '192.0.2.1', visitorId: 'one' })
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      say(`From ${index}`, token, { address: `198.51.${index}.7`, visitorId: 'one' }),
    ),
  )
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['APP_CHECK_REQUIRED']))
})

test('one solution is valid for five writes in any process', async () => {
  const sender = { address: '192.0.2.2', visitorId: 'two' }
  const token = await earn(sender)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      say(`Write ${index}`, token, { ...sender, url: index % 2 === 0 ? stoa.url : other.url }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['APP_CHECK_REQUIRED']),
  )
})

test('repeats of one write use a token once and get the same response', async () => {
  const sender = { address: '192.0.2.3', visitorId: 'repeating', key: 'one write' }
  const token = await earn({ ...sender, key: 'earning' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => say('Once', token, sender)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveLength(1)
  expect(answers[0]?.status).toBe(200)
  expect((await say('Another', token, { ...sender, key: 'another write' })).status).toBe(200)
})

test('one solution can’t be used from many addresses of its network under one key', async () => {
  const token = await earn({ address: '2001:db8:7::1' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      say(`Neighbor ${index}`, token, { address: `2001:db8:7:${index}::1`, key: 'the same' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
})

test('a visitor can’t use another visitor’s token', async () => {
  const token = await earn({ visitorId: 'three' })
  expect((await say('Hello', token, { visitorId: 'four' })).body.code).toBe('APP_CHECK_REQUIRED')
  expect((await say('Hello', token)).body.code).toBe('APP_CHECK_REQUIRED')
  expect((await say('Hello', token, { visitorId: 'three' })).status).toBe(200)
})

/** A member with a browser of their own. */
async function signUp(username: string) {
  const account = { username, email: `${username}@example.com`, password: PASSWORD }
  const sender = { address: `203.0.113.${(nextAddress += 1)}` }
  const { headers, body } = await post('/auth/signUp', account, sender)
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { ...sender, cookie, id: body.payload.userId as string }
}

async function ban(userId: string, until: number) {
  await stoa.database.transaction((tx) =>
    stoa.app.services.memberships.ban(tx, [userId], {
      community_id: communityId,
      until,
      reason: '',
      decision_id: stoa.app.ids.next(),
      created_at: stoa.clock.now(),
    } as never),
  )
}

test('a banned person can’t comment anonymously in the same browser, signed in or not', async () => {
  const member = await signUp('banned_demo')
  expect((await say('Before', await earn(member), member)).status).toBe(200)
  await ban(member.id, stoa.clock.now() + 60_000)
  expect((await say('Signed in', await earn(member), member)).body.code).toBe('BANNED')
  const signedOut = await post('/auth/signOut', {}, member)
  const gone = signedOut.headers.getSetCookie().map((line) => line.split('=')[0])
  const kept = member.cookie.split('; ').filter((pair) => !gone.includes(pair.split('=')[0] ?? ''))
  const visitor = { ...member, cookie: kept.join('; ') }
  expect(kept).not.toEqual([])
  expect((await say('Signed out', await earn(visitor), visitor)).body.code).toBe('BANNED')
  // Somebody else who is signed in there is judged by their own account.
  const { token } = await stoa.member('other_demo')
  expect((await say('Signed in as another', '', { ...visitor, member: token })).status).toBe(200)
  // Other people are no business of the ban's, and it ends.
  const neighbor = { address: member.address }
  expect((await say('Neighbor', await earn(neighbor), neighbor)).status).toBe(200)
  stoa.clock.advance(61_000)
  expect((await say('After', await earn(visitor), visitor)).status).toBe(200)
})

test('two visitors without an id who send the same key don’t get each other’s responses', async () => {
  const [one, two] = [
    { address: '192.0.2.10', key: 'same' },
    { address: '192.0.2.10', key: 'same' },
  ]
  const tokens = [await earn({ address: one.address }), await earn({ address: two.address })]
  const first = await say('Hello', tokens[0] ?? '', one)
  const second = await say('Hello', tokens[1] ?? '', two)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.payload.commentId).not.toBe(first.body.payload.commentId)
  // And the other's body is no reason to refuse this one's.
  expect((await say('Something else', tokens[1] ?? '', { ...two, key: 'other' })).status).toBe(200)
  expect((await say('And this', tokens[0] ?? '', { ...one, key: 'other' })).status).toBe(200)
  expect((await say('Hello', tokens[0] ?? '', one)).body).toEqual(first.body)
})

test('an empty visitor id counts as none', async () => {
  const [here, there] = ['192.0.2.20', '192.0.3.20']
  const ask = (address: string) => post('/app-check/challenge', { visitorId: '' }, { address, key: 'empty' })
  expect((await ask(here)).body.payload.challenge).not.toBe((await ask(there)).body.payload.challenge)
})

test('a community without anonymous comments says so with its posts and threads, and refuses them', async () => {
  const closedId = await seedCommunity(stoa, { tokenName: 'NAMED' })
  const closedPost = await seedPost(stoa, { communityId: closedId })
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: closedId }).update({ anonymous_comments: 0 }),
  )
  const told = async (id: string, community: string) => {
    const post = await stoa.call('postGet', { idOrSlug: id })
    const thread = await stoa.call('articleThread', { community, url: 'https://example.org/a' })
    return [post.body.payload.post.anonymousComments, thread.body.payload.community.anonymousComments]
  }
  await stoa.app.services.partnerOrigins.register(closedId, 'https://example.org')
  await stoa.app.services.partnerOrigins.register(communityId, 'https://example.org')
  expect(await told(postId, 'FORUM')).toEqual([true, true])
  expect(await told(closedPost, 'NAMED')).toEqual([false, false])
  const refused = await post(
    '/comment/anonymous',
    { tokenName: 'NAMED', postId: closedPost, content: 'Hello' },
    { token: await earn() },
  )
  expect(refused.body.code).toBe('FORBIDDEN')
})
