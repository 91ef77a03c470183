import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cookiesOf } from '../../../../test/cookies.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions, PASSWORD } from '../../../../test/merges.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logging/logger.ts'

const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

let forum: Forum
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  forum = await startForum()
  service = await startPushService(forum)
})
afterAll(async () => {
  await forum.stoa.close()
  await service.close()
})
beforeEach(async () => {
  await service.after(0)
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (const table of ['push_subscriptions', 'push_tags']) await connection(table).del()
    await connection('jobs')
      .where('kind', 'like', 'send push message%')
      .orWhere('kind', 'like', 'wake up devices%')
      .del()
  })
  service.replies.clear()
  for (const person of [forum.ada, forum.bea, forum.moderator]) person.token = (await session(person)).token
})

const { signedUp, merge } = mergeActions(() => forum.stoa, 'pushed')
const devices = async ({ token }: { token: string }) =>
  (await forum.stoa.call('pushDevices', {}, { token })).body.payload.devices
const test_ = ({ token }: { token: string }, { endpoint }: { endpoint: string }) =>
  forum.stoa.call('pushTest', { endpoint }, { token })

/** More devices than one service gets messages at once, whose messages get no response. */
function hangingDevices(name: string) {
  const names = Array.from({ length: 18 }, (_, index) => `${name}-${index}`)
  const held = names.map((one) => service.hang(one))
  return {
    names,
    waiting: () => held.reduce((sum, one) => sum + one.waiting(), 0),
    release() {
      for (const { release } of held) release()
    },
  }
}

/** A session of its own. */
async function session({ id }: { id: string }) {
  const begun = await forum.stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  return { id, token: begun.signedIn.accessToken }
}

test('a message has a version, a tag and what to do, and nothing else', async () => {
  const { stoa, ada, bea } = forum
  const device = await service.subscribe(ada, undefined, { 'user-agent': CHROME })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'Between us only' })
  await service.after(2000)
  const [message, ...others] = service.received
  expect(others).toEqual([])
  expect(message?.text).toBe(JSON.stringify({ v: 1, tag: `post:${postId}`, do: 'show' }))
  expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
  expect(Number(message?.headers.ttl)).toBe(24 * 60 * 60)
  expect(message?.headers.topic).toMatch(/^[\w-]{32}$/)
  expect(JSON.stringify(message?.headers)).not.toMatch(/Between|bea_demo|ada_demo/)
  const { publicKey } = (await stoa.call('pushKey', {}, { token: ada.token })).body.payload
  expect(isSigned(String(message?.headers.authorization), publicKey)).toBe(true)
  expect(await devices(ada)).toEqual([
    {
      id: expect.stringMatching(/^\w{20}$/),
      name: 'Chrome on Android',
      endpoint: device.endpoint,
      createdAt: expect.any(Number),
      lastSentAt: stoa.clock.now(),
      failing: false,
    },
  ])
})

test('all servers of a database share one pair of keys', async () => {
  const { settings, clock, database } = forum.stoa
  const other = createApp({ config: readConfig(settings), database, clock, logger: createLogger('silent') })
  const keys = await Promise.all([forum.stoa.app.services.push.publicKey(), other.services.push.publicKey()])
  expect(new Set(keys).size).toBe(1)
  expect(Buffer.from(keys[0], 'base64url')).toHaveLength(65)
  const rows = await database.read('push_keys')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('"privateKey"')
})

test('what happens within seconds in a thread is one message', async () => {
  const { ada, bea, moderator } = forum
  await service.subscribe(ada, 'coalesced')
  const postId = await forum.newPost({ publisherId: ada.id })
  for (const { token } of [bea, moderator, bea])
    await forum.say(token, { postId, content: `At ${forum.stoa.clock.now()}` })
  expect(await service.after(2000)).toEqual([{ browser: 'coalesced', v: 1, tag: `post:${postId}`, do: 'show' }])
  await forum.say(bea.token, { postId, content: 'Later' })
  expect(await service.after(2000)).toHaveLength(1)
})

test.each([404, 410])('a subscription that is gone (%i) is deleted, and no other', async (status) => {
  const { ada } = forum
  const [gone, kept] = [await service.subscribe(ada), await service.subscribe(ada)]
  service.replies.set(gone.browser, { status })
  for (const device of [gone, kept]) await test_(ada, device)
  expect(await service.after(0)).toMatchObject([{ browser: kept.browser, tag: 'test', do: 'test' }])
  expect((await devices(ada)).map(({ endpoint }) => endpoint)).toEqual([kept.endpoint])
  const before = service.tries()
  await service.after(DAY_MS)
  expect(service.tries()).toBe(before)
})

test.each([400, 413])('a message that isn’t understood (%i) is logged and not repeated', async (status) => {
  const { stoa, ada } = forum
  const lines: string[] = []
  const logger = createLogger('error', { write: (line) => void lines.push(line) })
  const other = createApp({ config: readConfig(stoa.settings), database: stoa.database, clock: stoa.clock, logger })
  const device = await service.subscribe(ada)
  service.replies.set(device.browser, { status })
  const before = service.tries()
  const viewer = await other.services.memberships.viewer(ada.id, '')
  if (!viewer) throw new Error('nobody')
  await other.services.push.test(viewer, device.endpoint)
  await other.background.settled()
  await service.after(DAY_MS)
  expect(service.tries()).toBe(before + 1)
  expect(lines).toEqual([expect.stringContaining('doesn’t understand a message')])
  expect(lines[0]).not.toContain(device.browser)
  ada.token = (await session(ada)).token
  expect(await devices(ada)).toHaveLength(1)
})

test('a device whose service fails is tried less and less often, until the message is too old', async () => {
  const { ada } = forum
  const bea = await session(forum.bea)
  const device = await service.subscribe(ada, 'failing')
  service.replies.set('failing', { status: 503 })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  const before = service.tries()
  await service.after(2000)
  expect(await devices(ada)).toMatchObject([{ failing: true, lastSentAt: null }])
  const tries: number[] = []
  // The first was at once.
  for (let minutes = 0; minutes < 25 * 60; minutes += 30) {
    await service.after(30 * MINUTE_MS)
    tries.push(service.tries() - before)
  }
  // After 1, 2, 4 … minutes, at most six hours apart.
  expect(tries.at(-1)).toBeGreaterThan(7)
  expect(tries.at(-1)).toBeLessThan(16)
  // It has given up: the service works again, but the message was too old.
  service.replies.clear()
  expect(await service.after(7 * HOUR_MS)).toEqual([])
  ada.token = (await session(ada)).token
  await test_(ada, device)
  expect(await service.after(0)).toHaveLength(1)
  expect(await devices(ada)).toMatchObject([{ failing: false }])
})

test('what is new while a device fails is tried for a day of its own', async () => {
  const { ada } = forum
  await service.subscribe(ada, 'away')
  service.replies.set('away', { status: 503 })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say((await session(forum.bea)).token, { postId, content: 'At first' })
  await service.after(2000)
  for (let hours = 0; hours < 20; hours += 1) await service.after(HOUR_MS)
  await forum.say((await session(forum.moderator)).token, { postId, content: 'A day later' })
  await service.after(2000)
  for (let hours = 0; hours < 5; hours += 1) await service.after(HOUR_MS)
  service.replies.clear()
  expect(await service.after(7 * HOUR_MS)).toEqual([{ browser: 'away', v: 1, tag: `post:${postId}`, do: 'show' }])
})

test('a service that asks for time gets it', async () => {
  const { ada } = forum
  ada.token = (await session(ada)).token
  const device = await service.subscribe(ada, 'busy')
  service.replies.set('busy', { status: 429, headers: { 'retry-after': '1800' } })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say((await session(forum.bea)).token, { postId })
  await service.after(2000)
  const before = service.tries()
  await service.after(29 * MINUTE_MS)
  expect(service.tries()).toBe(before)
  service.replies.clear()
  expect(await service.after(MINUTE_MS)).toMatchObject([{ browser: device.browser, do: 'show' }])
})

test('a service that doesn’t respond holds up no other service', async () => {
  const { ada, stoa } = forum
  const other = await startPushService(forum, '127.0.0.2')
  const hanging = hangingDevices('hanging')
  try {
    for (const name of hanging.names) await service.subscribe(ada, name)
    const quick = await other.subscribe(ada, 'quick')
    stoa.clock.advance(1)
    await forum.say((await session(forum.bea)).token, { postId: await forum.newPost({ publisherId: ada.id }) })
    await stoa.app.background.settled()
    stoa.clock.advance(2000)
    const drained = stoa.app.jobs.drain()
    await vi.waitFor(() => expect([hanging.waiting(), other.tries()]).toEqual([8, 1]))
    await test_(ada, quick)
    await vi.waitFor(() => expect([hanging.waiting(), other.tries()]).toEqual([8, 2]))
    hanging.release()
    await drained
    expect(service.tries()).toBeGreaterThanOrEqual(18)
  } finally {
    hanging.release()
    await other.close()
  }
})

test('a message doesn’t wait for what a whole community is told by the same service', async () => {
  const { stoa, ada, bea } = forum
  const hanging = hangingDevices('member')
  for (const name of hanging.names) await service.subscribe(ada, name)
  await service.subscribe(bea)
  const before = service.tries()
  const show = (userId: string, tag: string) =>
    stoa.database.transaction((tx) => stoa.app.services.push.show(tx, { userId, tag, communityId: '' }))
  try {
    await show(ada.id, 'community:large')
    await vi.waitFor(() => expect(hanging.waiting()).toBe(4))
    await show(bea.id, 'dm:any')
    await vi.waitFor(() => expect([hanging.waiting(), service.tries() - before]).toEqual([4, 5]))
  } finally {
    hanging.release()
    await stoa.app.jobs.drain()
  }
})

test('people take turns at the same service', async () => {
  const { stoa, ada, bea } = forum
  const hanging = hangingDevices('slow')
  for (const name of hanging.names) await service.subscribe(ada, name)
  await service.subscribe(bea)
  const before = service.tries()
  try {
    await stoa.database.transaction(async (tx) => {
      for (const { id: userId } of [ada, bea])
        await stoa.app.services.push.show(tx, { userId, tag: 'post:any', communityId: '' })
    })
    await vi.waitFor(() => expect([hanging.waiting(), service.tries() - before]).toEqual([8, 9]))
  } finally {
    hanging.release()
    await stoa.app.jobs.drain()
  }
})

test('failed tests postpone no message', async () => {
  const ada = await session(forum.ada)
  const device = await service.subscribe(ada, 'tested')
  service.replies.set('tested', { status: 503 })
  for (let count = 0; count < 10; count += 1) {
    await test_(ada, device)
    await service.after(0)
  }
  expect(await devices(ada)).toMatchObject([{ failing: true }])
  service.replies.clear()
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say((await session(forum.bea)).token, { postId })
  expect(await service.after(2000)).toEqual([{ browser: 'tested', v: 1, tag: `post:${postId}`, do: 'show' }])
  expect(await devices(ada)).toMatchObject([{ failing: false }])
})

test('a test reaches a device at once, even one that has failed for long', async () => {
  const { ada } = forum
  const device = await service.subscribe(ada, 'recovered')
  service.replies.set('recovered', { status: 503 })
  await forum.say((await session(forum.bea)).token, { postId: await forum.newPost({ publisherId: ada.id }) })
  await service.after(2000)
  for (let count = 0; count < 3; count += 1) {
    await test_(ada, device)
    await service.after(0)
  }
  expect(await devices(ada)).toMatchObject([{ failing: true, lastSentAt: null }])
  service.replies.clear()
  await test_(ada, device)
  expect(await service.after(0)).toMatchObject([{ browser: 'recovered', do: 'test' }])
  expect(await devices(ada)).toMatchObject([{ failing: false, lastSentAt: expect.any(Number) }])
})

test('a device that fails for two weeks is removed', async () => {
  const ada = await session(forum.ada)
  const device = await service.subscribe(ada)
  service.replies.set(device.browser, { status: 500 })
  const fail = async () => {
    await forum.say((await session(forum.bea)).token, { postId: await forum.newPost({ publisherId: ada.id }) })
    await service.after(2000)
    return (await devices(await session(forum.ada))).length
  }
  // A failed test is no beginning.
  await test_(ada, device)
  await service.after(3 * DAY_MS)
  expect(await fail()).toBe(1)
  for (let day = 0; day < 13; day += 1) {
    await service.after(DAY_MS)
    expect(await fail()).toBe(1)
  }
  await service.after(DAY_MS)
  expect(await fail()).toBe(0)
})

test('a device belongs to its session and goes with it', async () => {
  const { stoa } = forum
  const username = 'several_demo'
  const input = { username, email: `${username}@mail.example`, password: PASSWORD }
  const { body, headers } = await stoa.call('authSignUp', input)
  const first = { token: body.payload.accessToken }
  const { userId: id } = body.payload
  const [second, third] = [await session({ id }), await session({ id })]
  for (const [person, name] of [
    [first, 'one'],
    [second, 'two'],
    [third, 'three'],
  ] as const) {
    await service.subscribe(person, `${username}-${name}`)
  }
  const names = async () => (await devices(second)).map(({ endpoint }) => endpoint.split('-').at(-1)).toSorted()
  expect(await names()).toEqual(['one', 'three', 'two'])
  await stoa.call('authSignOut', {}, { headers: { cookie: cookiesOf(headers) } })
  expect(await names()).toEqual(['three', 'two'])
  await stoa.call('sessionEnd', { others: true }, { token: second.token })
  expect(await names()).toEqual(['two'])
  await stoa.app.services.sessions.endAllOf(id)
  expect(await stoa.database.read('push_subscriptions').where({ user_id: id })).toEqual([])
})

test('the devices of an expired session get nothing and are removed', async () => {
  const { stoa, ada } = forum
  const mine = await session(ada)
  const device = await service.subscribe(mine)
  const viewer = await stoa.app.services.memberships.viewer(ada.id, '')
  if (!viewer) throw new Error('nobody')
  await stoa.database.transaction(({ connection }) => connection('sessions').update({ expires_at: 1 }))
  const before = service.tries()
  await stoa.app.services.push.test(viewer, device.endpoint)
  await service.after(0)
  expect(service.tries()).toBe(before)
  const rows = () => stoa.database.read('push_subscriptions').where({ user_id: ada.id })
  expect(await rows()).toEqual([])
  await service.subscribe(await session(ada))
  await stoa.database.transaction(({ connection }) => connection('sessions').update({ expires_at: 1 }))
  await stoa.app.services.push.cleanUp()
  expect(await rows()).toEqual([])
  for (const person of [ada, forum.bea, forum.moderator]) person.token = (await session(person)).token
})

test('a merged account’s devices go with its sessions; those of the main account stay', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  await service.subscribe(main, 'of-main')
  await service.subscribe(other, 'of-other')
  await merge(main, other)
  expect(await devices(main)).toMatchObject([{ endpoint: `${service.origin}/of-main` }])
  expect(await forum.stoa.database.read('push_subscriptions').where({ user_id: other.id })).toEqual([])
})

test('the same endpoint updates its keys, belongs to who subscribed last, and replaces a former one', async () => {
  const { stoa, ada, bea } = forum
  const { devices: first, browser, endpoint } = await service.subscribe(ada)
  const again = await service.subscribe(ada, browser)
  expect(again.devices.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  await test_(ada, again)
  expect(await service.after(0)).toHaveLength(1)
  await service.subscribe(bea, browser)
  expect([await devices(ada), (await devices(bea)).length]).toEqual([[], 1])
  expect((await test_(ada, { endpoint })).status).toBe(404)
  const input = { subscription: service.newBrowser(), previousEndpoint: endpoint }
  // Nobody ends another person's subscription.
  await stoa.call('pushSubscribe', input, { token: ada.token })
  expect(await devices(bea)).toHaveLength(1)
  await stoa.call('pushSubscribe', { ...input, subscription: service.newBrowser() }, { token: bea.token })
  expect((await devices(bea)).map((device) => device.endpoint)).not.toContain(endpoint)
})

test('a person has at most 20 devices', async () => {
  const { ada } = forum
  for (let count = 0; count < 22; count += 1) {
    forum.stoa.clock.advance(1)
    await service.subscribe(ada, `many-${count}`)
  }
  const endpoints = (await devices(ada)).map(({ endpoint }) => endpoint.split('-').at(-1))
  expect(endpoints).toEqual(Array.from({ length: 20 }, (_, index) => `${21 - index}`))
})

test('people see and end only their own devices', async () => {
  const { stoa, ada, bea } = forum
  const { endpoint, devices: own } = await service.subscribe(ada)
  const as = { token: bea.token }
  expect((await stoa.call('pushUnsubscribe', { deviceId: own[0]?.id }, as)).status).toBe(404)
  expect((await stoa.call('pushUnsubscribe', { endpoint }, as)).body.payload).toEqual({ devices: [] })
  expect((await test_(bea, { endpoint })).status).toBe(404)
  expect(await devices(ada)).toHaveLength(1)
  const ended = await stoa.call('pushUnsubscribe', { endpoint }, { token: ada.token })
  expect(ended.body.payload).toEqual({ devices: [] })
})

test.each([
  'https://10.0.0.1/push',
  'https://[fd00::1]/push',
  'https://push.example:8443/push',
  'http://push.example/push',
  'ftp://push.example/push',
])('%s is refused', async (endpoint) => {
  const subscription = { ...service.newBrowser(), endpoint }
  const response = await forum.stoa.call('pushSubscribe', { subscription }, { token: forum.ada.token })
  expect(response.status).toBe(400)
  expect(await devices(forum.ada)).toEqual([])
})

test('a key that is no point of the curve is refused: nothing could be encrypted for it', async () => {
  const { ada } = forum
  const { endpoint, keys } = service.newBrowser()
  for (const bytes of [Buffer.alloc(65), Buffer.alloc(65, 4), Buffer.from(`\u0004${'a'.repeat(64)}`)]) {
    const subscription = { endpoint, keys: { ...keys, p256dh: bytes.toString('base64url') } }
    const response = await forum.stoa.call('pushSubscribe', { subscription }, { token: ada.token })
    expect(response.body.code).toBe('PUSH_ENDPOINT_REFUSED')
  }
  expect(await devices(ada)).toEqual([])
})

test('a name that leads into the network is not connected to', async () => {
  const { stoa, ada } = forum
  const subscription = { ...service.newBrowser('inside'), endpoint: 'https://localhost.example/push' }
  await stoa.call('pushSubscribe', { subscription }, { token: ada.token })
  const post = stoa.app.services.fetchers.push.post('https://localhost/push', { headers: {}, body: Buffer.from('x') })
  await expect(post).rejects.toThrow(/not allowed|refused/i)
})

/** Whether a VAPID header was signed with the key (RFC 8292). */
function isSigned(authorization: string, publicKey: string): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header, claims, signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  return (
    key === publicKey &&
    verify('sha256', Buffer.from(`${header}.${claims}`), signer, Buffer.from(signature, 'base64url'))
  )
}
