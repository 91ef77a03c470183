import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallInput, CallName } from '@stoa/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createReceiver } from '../../../../../examples/webhook-receiver/receiver.mjs'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { confirmAddress, mailsTo } from '../../../../test/mailbox.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { problemOf } from './sender.ts'

type Message = Parameters<Parameters<typeof createReceiver>[0]['handle']>[0]

const PLACE = { scope: 'domain', name: 'default' } as const
let stoa: TestApp
let admin: string
let member: string
let communityId: string
const servers: Server[] = []
const hookIds: string[] = []

beforeAll(async () => {
  stoa = await startTestApp()
  communityId = await seedCommunity(stoa, { tokenName: 'GARDEN' })
  await seedCommunity(stoa, { tokenName: 'BOATS' })
  const input = { username: 'chief_one', email: 'chief@people.example', password: 'Corr3ct-horse' }
  const { userId, accessToken } = (await stoa.call('authSignUp', input)).body.payload
  admin = userId
  await confirmAddress(stoa, input.email)
  await stoa.app.services.accounts.setNetworkAdmin('chief_one', true)
  for (const tokenName of ['GARDEN', 'BOATS'])
    await stoa.call('communityJoin', { tokenName, join: true }, { token: accessToken })
  member = (await stoa.member('gardener', { join: ['GARDEN', 'BOATS'] })).id
  await settle()
})
beforeEach(() => {
  // The receiver compares time stamps with its machine's clock.
  vi.spyOn(Date, 'now').mockImplementation(() => stoa.clock.now())
})
afterEach(async () => {
  for (const webhookId of hookIds.splice(0)) await call('webhookDelete', { ...PLACE, webhookId })
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  vi.restoreAllMocks()
})
afterAll(() => stoa.close())

/** Makes a call in a new session, since tokens end as the clock advances. */
async function call<Name extends CallName>(name: Name, input: CallInput<Name>, by = admin) {
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: by, site: '', lasting: true })
  return (await stoa.call(name, input, { token: signedIn.accessToken })).body
}

/** Lets all that is due happen. */
async function settle(): Promise<void> {
  await stoa.app.background.settled()
  await stoa.app.services.webhooks.feed()
  await stoa.app.jobs.drain()
  await stoa.app.background.settled()
}

async function later(milliseconds: number): Promise<void> {
  stoa.clock.advance(milliseconds)
  await settle()
}

interface Request {
  headers: Record<string, string>
  body: Buffer
}

/** A target on this machine. `reply` decides what it responds. */
async function startTarget(
  reply: (request: Request) => { status: number; headers?: Record<string, string>; body?: string },
) {
  const { createServer } = await import('node:http')
  const { buffer } = await import('node:stream/consumers')
  const requests: Request[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const received = { headers: request.headers as Record<string, string>, body: await buffer(request) }
    requests.push(received)
    const { status, headers = {}, body = '' } = reply(received)
    response.writeHead(status, headers).end(body)
  }
  const server = createServer((request, response) => void receive(request, response))
  return { requests, url: await listen(server) }
}

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Loopback addresses are allowed in development only, if they are registered.
  await stoa.app.services.partnerOrigins.register(communityId, origin)
  return `${origin}/hook`
}

async function addHook(url: string, about: Partial<CallInput<'webhookCreate'>> = {}) {
  const input = { ...PLACE, url, events: ['post.published' as const], ...about }
  const body = await call('webhookCreate', input)
  hookIds.push(body.payload.webhook.id)
  return { ...body.payload, webhookId: body.payload.webhook.id }
}

/** Gives a webhook an address that nobody could choose. */
const moveTo = (id: string, url: string) =>
  stoa.database.transaction(({ connection }) => connection('webhooks').where({ id }).update({ url }))
const logOf = async (webhookId: string) => (await call('webhookLog', { ...PLACE, webhookId })).payload.items
const hookOf = async (webhookId: string) =>
  (await call('webhookList', PLACE)).payload.items.find(({ id }) => id === webhookId)

let published = 0
/** A member publishes a post. */
async function publish(title = 'Roses', tokenName = 'GARDEN') {
  const postContent = JSON.stringify({
    blocks: [{ type: 'paragraph', data: { text: `About ${title} ${(published += 1)}` } }],
  })
  const input = { tokenName, title, kind: 'community' as const, postContent }
  const body = await call('postCreate', input, member)
  expect(body.code).toBe(undefined)
  return body.payload.post.id
}

const messagesOf = ({ requests }: { requests: Request[] }) => requests.map(({ body }) => JSON.parse(body.toString()))

test('a delivery is signed over its bytes, with the same id and a new time stamp in each try', async () => {
  let status = 500
  const target = await startTarget(() => ({ status }))
  const { secret, webhookId } = await addHook(target.url)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const postId = await publish()
  await settle()
  status = 204
  await later(6000)
  const [first, second] = target.requests
  if (!first || !second || target.requests.length !== 2) throw new Error(`${target.requests.length} requests`)
  expect(second.body.equals(first.body)).toBe(true)
  const message = new Webhook(secret).verify(second.body, second.headers) as Message
  expect(message).toMatchObject({ type: 'post.published', id: second.headers['webhook-id'], data: { postId } })
  expect(first.headers['webhook-id']).toBe(second.headers['webhook-id'])
  expect(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])).toBe(6)
  expect(() => new Webhook(`whsec_${'A'.repeat(43)}=`).verify(second.body, second.headers)).toThrow(/signature/i)
  expect(await logOf(webhookId)).toMatchObject([{ state: 'delivered', tries: 2, status: 204, event: 'post.published' }])
  // Only the creation shows it.
  expect(JSON.stringify(await call('webhookList', PLACE))).not.toContain(secret)
  expect(JSON.stringify(await stoa.database.read('webhooks'))).not.toContain(secret)
})

test('after a rotation both secrets sign for a day', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const { secret, webhookId } = await addHook(target.url)
  const rotated = (await call('webhookRotate', { ...PLACE, webhookId })).payload.secret
  await publish()
  await settle()
  const verify = (key: string, at: number) => () =>
    new Webhook(key).verify(target.requests[at]?.body ?? '', target.requests[at]?.headers ?? {})
  expect(verify(secret, 0)).not.toThrow()
  expect(verify(rotated, 0)).not.toThrow()
  await later(DAY_MS + 1)
  await publish()
  await settle()
  expect(verify(secret, 1)).toThrow(/signature/i)
  expect(verify(rotated, 1)).not.toThrow()
})

test('a receiver that is away for an hour gets all, once and in the end', async () => {
  const handled: Message[] = []
  const { url } = await startTarget(() => ({ status: 503 }))
  const { webhookId, secret } = await addHook(url, { events: ['post.published', 'comment.created'] })
  const postId = await publish('Tulips')
  const body = await call('commentCreate', { tokenName: 'GARDEN', postId, content: 'Red ones' }, member)
  expect(body.code).toBe(undefined)
  await settle()
  for (let minutes = 0; minutes < 60; minutes += 5) await later(5 * MINUTE_MS)
  expect(handled).toEqual([])
  // It comes back at the same address.
  const [former] = servers.splice(0)
  former?.closeAllConnections()
  await new Promise((resolve) => former?.close(resolve))
  const receiver = createReceiver({ secret, handle: (message) => handled.push(message) })
  servers.push(receiver)
  await new Promise<void>((resolve) => receiver.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  await later(2 * HOUR_MS)
  expect(handled.map(({ type }) => type).toSorted()).toEqual(['comment.created', 'post.published'])
  expect((await logOf(webhookId)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  // A repeat of the same delivery is handled once.
  await stoa.database.transaction(({ connection }) =>
    connection('webhook_deliveries').where({ webhook_id: webhookId }).update({ state: 'waiting' }),
  )
  const [{ id: deliveryId } = { id: '' }] = await logOf(webhookId)
  await stoa.database.transaction(async (tx) =>
    stoa.app.jobs.enqueue(tx, { name: 'send webhook' }, { payload: { deliveryId } }),
  )
  await settle()
  expect(handled).toHaveLength(2)
})

test('after eight tries it stays failed, and after eight such deliveries in a row the webhook is paused, with a mail', async () => {
  const target = await startTarget(() => ({ status: 500, body: 'Broken '.repeat(1000) }))
  const { webhookId } = await addHook(target.url)
  for (let count = 0; count < 9; count += 1) await publish(`Post ${count}`)
  await settle()
  for (const hours of [1, 1, 2, 5, 10, 14, 15, 15]) await later(hours * HOUR_MS)
  const log = await logOf(webhookId)
  expect(Math.max(...log.map(({ tries }) => tries))).toBe(8)
  expect(log.filter(({ state }) => state === 'failed').length).toBeGreaterThanOrEqual(8)
  expect(log[0]?.response).toHaveLength(1024)
  expect(await hookOf(webhookId)).toMatchObject({ pausedBecause: 'failing' })
  const mails = (await mailsTo(stoa, 'chief@people.example')).filter(({ subject }) => /webhook/i.test(subject))
  expect(mails.map(({ subject, text }) => [subject.includes('default'), text.includes(target.url)])).toEqual([
    [true, true],
  ])
  const before = target.requests.length
  await publish('While paused')
  await later(DAY_MS)
  expect(target.requests).toHaveLength(before)
  expect((await hookOf(webhookId))?.heldCount).toBeGreaterThanOrEqual(1)
})

test('resumed, it gets what was held and as many chances as a new one', async () => {
  let status = 410
  const target = await startTarget(() => ({ status }))
  const { webhookId } = await addHook(target.url)
  await publish('First')
  await settle()
  expect(await hookOf(webhookId)).toMatchObject({ pausedBecause: 'gone' })
  await publish('Second')
  await settle()
  expect(target.requests).toHaveLength(1)
  status = 200
  await call('webhookEdit', { ...PLACE, webhookId, paused: false })
  await settle()
  expect(messagesOf(target).map(({ data }) => data.post.title)).toEqual(['First', 'Second'])
  expect(await hookOf(webhookId)).toMatchObject({ pausedAt: null, failingSince: null, heldCount: 0 })
})

test('a new address gets a test, and what was held for the former, with as many chances as a new webhook', async () => {
  const former = await startTarget(() => ({ status: 410 }))
  const target = await startTarget(() => ({ status: 200 }))
  const { webhookId } = await addHook(former.url)
  await publish('First')
  await settle()
  await publish('Second')
  await settle()
  expect(await hookOf(webhookId)).toMatchObject({ pausedBecause: 'gone', failingSince: expect.any(Number) })
  expect((await call('webhookEdit', { ...PLACE, webhookId, url: 'https://me:secret@a.example/' })).code).toBe(
    'VALIDATION_FAILED',
  )
  const { webhook } = (await call('webhookEdit', { ...PLACE, webhookId, url: target.url })).payload
  expect(webhook).toMatchObject({ url: target.url, pausedAt: null, failingSince: null })
  await settle()
  expect(messagesOf(target).map(({ type, data }) => data.post?.title ?? type)).toEqual(['webhook.test', 'Second'])
  // The same address again is no new one, and a person's pause stays.
  await call('webhookEdit', { ...PLACE, webhookId, url: target.url, paused: true })
  await call('webhookEdit', { ...PLACE, webhookId, url: former.url })
  await settle()
  expect(target.requests).toHaveLength(2)
  expect(await hookOf(webhookId)).toMatchObject({ url: former.url, pausedBecause: 'asked', failingSince: null })
})

test('what a former address responds doesn’t count for the new one', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const former = await startTarget(() => ({ status: 410 }))
  const { webhookId } = await addHook(former.url)
  await publish()
  // The address changes while a delivery is on its way.
  const { webhooks } = stoa.app.services.fetchers
  const { post } = webhooks
  vi.spyOn(webhooks, 'post').mockImplementation(async (...parameters) => {
    const response = await post(...parameters)
    if (parameters[0] === former.url) await call('webhookEdit', { ...PLACE, webhookId, url: target.url })
    return response
  })
  await settle()
  expect(former.requests).toHaveLength(1)
  expect(await hookOf(webhookId)).toMatchObject({ url: target.url, pausedAt: null, failingSince: null })
})

test('those who can resume it get the mail, and nobody else', async () => {
  const people: Record<string, string> = {}
  for (const name of ['boss_boats', 'former_boats', 'domain_boss']) {
    const input = { username: name, email: `${name}@people.example`, password: 'Corr3ct-horse' }
    people[name] = (await stoa.call('authSignUp', input)).body.payload.userId
    await confirmAddress(stoa, input.email)
  }
  const { boss_boats: boss = '', former_boats: former = '', domain_boss: domainBoss = '' } = people
  const boats = await stoa.app.services.communities.require('BOATS')
  const setRole = (userId: string, role: { owner: boolean }) =>
    stoa.app.services.memberships.setRole(boats.id, userId, role)
  for (const userId of [boss, former]) await setRole(userId, { owner: true })
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: domainBoss }).update({ is_domain_admin: 1, admin_domain: 'default' }),
  )
  await settle()
  const target = await startTarget(() => ({ status: 410 }))
  const about = { url: target.url, events: ['post.published' as const] }
  const boatsHook = { ...about, scope: 'community' as const, name: 'BOATS' }
  expect((await call('webhookCreate', boatsHook, former)).code).toBe(undefined)
  const { id: ofDomain } = (await call('webhookCreate', { ...PLACE, ...about })).payload.webhook
  hookIds.push(ofDomain)
  await setRole(former, { owner: false })
  await publish('On the water', 'BOATS')
  await settle()
  const subjectsTo = async (name: string) =>
    (await mailsTo(stoa, `${name}@people.example`)).map(({ subject }) => subject).filter((one) => /webhook/.test(one))
  expect({ boss: await subjectsTo('boss_boats'), former: await subjectsTo('former_boats') }).toEqual({
    boss: ['A webhook of BOATS is paused'],
    former: [],
  })
  expect(await subjectsTo('domain_boss')).toEqual(['A webhook of default is paused'])
})

test('more than fits in one transaction is resumed in several', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const { webhookId } = await addHook(target.url)
  await call('webhookEdit', { ...PLACE, webhookId, paused: true })
  await publish()
  await settle()
  const copies = 230
  await stoa.database.transaction(async ({ connection }) => {
    const [row] = await connection('webhook_deliveries').where({ webhook_id: webhookId })
    for (let index = 0; index < copies; index += 1) {
      const id = `${row.id.slice(0, -6)}-${String(index).padStart(5, '0')}`
      await connection('webhook_deliveries').insert({ ...row, id, event_id: id, once_id: id })
    }
  })
  await call('webhookEdit', { ...PLACE, webhookId, paused: false })
  await settle()
  expect((await hookOf(webhookId))?.heldCount).toBe(0)
  expect(target.requests).toHaveLength(copies + 1)
})

test('nothing that was hidden or erased before the try is sent', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const { webhookId } = await addHook(target.url, { events: ['post.published', 'post.removed', 'comment.created'] })
  await call('webhookEdit', { ...PLACE, webhookId, paused: true })
  const postId = await publish('Secret plans')
  await call('commentCreate', { tokenName: 'GARDEN', postId, content: 'Secret words' }, member)
  await settle()
  expect((await call('postDelete', { tokenName: 'GARDEN', postId, hidden: true }, member)).code).toBe(undefined)
  await settle()
  await call('webhookEdit', { ...PLACE, webhookId, paused: false })
  await settle()
  expect(JSON.stringify(messagesOf(target))).not.toContain('Secret')
  expect(messagesOf(target).map(({ type }) => type)).toEqual(['post.removed'])
  expect((await logOf(webhookId)).filter(({ state }) => state === 'skipped')).toHaveLength(2)
})

test('a paused webhook that holds too much records nothing more', async () => {
  const { webhookId } = await addHook('https://a.example/hook')
  await call('webhookEdit', { ...PLACE, webhookId, paused: true })
  await publish()
  await settle()
  const counted = async () => (await hookOf(webhookId))?.heldCount
  expect(await counted()).toBe(1)
  // Deliveries that waited for another try when it was paused are held beside those.
  await stoa.database.transaction(async ({ connection }) => {
    const [row] = await connection('webhook_deliveries').where({ webhook_id: webhookId })
    const copies = Array.from({ length: 1000 }, (_, index) => {
      const id = `${row.id.slice(0, -6)}-${String(index).padStart(5, '0')}`
      return { ...row, id, event_id: id, once_id: id }
    })
    for (let start = 0; start < copies.length; start += 20)
      await connection('webhook_deliveries').insert(copies.slice(start, start + 20))
  })
  expect(await counted()).toBe(1001)
  await publish()
  await publish()
  await settle()
  expect(await counted()).toBe(1001)
})

test('redirects aren’t followed, and addresses of the inside are refused', async () => {
  const inside = await startTarget(() => ({ status: 200 }))
  const target = await startTarget(() => ({ status: 307, headers: { location: inside.url } }))
  const redirected = await addHook(target.url)
  const others = await Promise.all(['https://news.example/', 'https://news.example/other'].map((url) => addHook(url)))
  const [port = '', address = ''] = others.map(({ webhookId }) => webhookId)
  // As one that was added while its site was registered, and one whose name leads inside by now.
  await moveTo(port, 'http://127.0.0.1:9/hook')
  await moveTo(address, 'http://10.1.2.3/hook')
  await publish()
  await settle()
  expect(target.requests).toHaveLength(1)
  expect(inside.requests).toHaveLength(0)
  expect(await logOf(redirected.webhookId)).toMatchObject([{ state: 'waiting', status: 307 }])
  expect(await logOf(redirected.webhookId)).toMatchObject([{ problem: null }])
  // Nor is said what a name of the inside resolves to.
  const refused = { state: 'waiting', status: null, response: '' }
  expect(await logOf(port)).toMatchObject([{ ...refused, problem: 'port' }])
  expect(await logOf(address)).toMatchObject([{ ...refused, problem: 'address' }])
})

test('an address to which nothing can be sent is refused at once, at its field', async () => {
  const { webhookId } = await addHook('https://news.example/')
  const refused = {
    webhook: ['ftp://a.example', 'https://me:secret@a.example/', 'no address'],
    webPort: ['https://a.example:8443/', 'http://a.example:25/'],
    publicAddress: [
      'http://10.1.2.3/hook',
      'https://localhost/',
      'http://127.0.0.1:9/',
      'https://[::1]/',
      'https://db/',
    ],
  }
  for (const [code, urls] of Object.entries(refused)) {
    for (const url of urls) {
      const created = await call('webhookCreate', { ...PLACE, url, events: ['post.published'] })
      const edited = await call('webhookEdit', { ...PLACE, webhookId, url })
      const expected = { code: 'VALIDATION_FAILED', details: [{ field: 'url', code }] }
      for (const body of [created, edited]) expect({ url, ...body }).toMatchObject({ url, ...expected })
    }
  }
  expect(await hookOf(webhookId)).toMatchObject({ url: 'https://news.example/' })
  await stoa.app.services.partnerOrigins.register(communityId, 'https://a.example:8443')
  await addHook('https://a.example:8443/')
})

test('the log says by code why there was no response', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const { webhookId } = await addHook(target.url)
  for (const server of servers.splice(0)) server.close()
  await publish()
  await settle()
  const response = expect.stringContaining('ECONNREFUSED')
  expect(await logOf(webhookId)).toMatchObject([{ status: null, problem: 'connection', response }])
  const coded = (code: string) => Object.assign(new Error('It failed.'), { code })
  const problems = ['ENOTFOUND', 'ECONNRESET', 'ABORT_ERR', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'EIO']
  expect(problems.map((code) => problemOf(coded(code)))).toEqual([
    ...['name', 'connection', 'timeout', 'certificate', 'certificate', 'other'],
  ])
})

test('an event is told once, however often it is looked at and by how many servers', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  await addHook(target.url)
  await publish()
  const { feed } = stoa.app.services.webhooks
  await Promise.all([feed(), feed(), feed()])
  await settle()
  await later(10_000)
  await later(30_000)
  expect(target.requests).toHaveLength(1)
})

test('a community’s webhook is told of that community only, also of reports and members', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const events = ['post.published', 'report.created', 'member.joined'] as const
  const about = { scope: 'community', name: 'BOATS', url: target.url, events: [...events] } as const
  const body = await call('webhookCreate', { ...about, events: [...events] })
  const { id: webhookId } = body.payload.webhook
  await publish('In the garden')
  const postId = await publish('On the water', 'BOATS')
  await stoa.member('sailor', { join: ['BOATS'] })
  const report = { tokenName: 'BOATS', reportedType: 'Post', reportedPostId: postId, reportReason: 'spam' } as never
  expect((await call('reportCreate', report)).code).toBe(undefined)
  await settle()
  const messages = messagesOf(target)
  expect(messages.map(({ type }) => type).toSorted()).toEqual([...events].toSorted())
  expect(messages.every(({ data }) => data.tokenName === 'BOATS')).toBe(true)
  // Another community's or the domain's managers don't find it.
  const refused = await call('webhookDelete', { ...PLACE, webhookId })
  expect(refused.code).toBe('NOT_FOUND')
  await call('webhookDelete', { scope: 'community', name: 'BOATS', webhookId })
})

test('a reply doesn’t say that its comment has changed', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  await addHook(target.url, { events: ['comment.created', 'comment.changed'] })
  const postId = await publish()
  const write = async (content: string, replyToCommentId?: string) =>
    (
      await call(
        'commentCreate',
        { tokenName: 'GARDEN', postId, content, ...(replyToCommentId && { replyToCommentId }) },
        member,
      )
    ).payload.comment.id
  const commentId = await write('Nice')
  await write('Thanks', commentId)
  await settle()
  expect(messagesOf(target).map(({ type }) => type)).toEqual(['comment.created', 'comment.created'])
})

test('a test and a replay are deliveries of their own', async () => {
  const target = await startTarget(() => ({ status: 200, body: 'ok' }))
  const { webhookId } = await addHook(target.url)
  await publish()
  await settle()
  const [delivery] = await logOf(webhookId)
  await call('webhookTest', { ...PLACE, webhookId })
  await call('webhookReplay', { ...PLACE, webhookId, deliveryId: delivery?.id ?? '' })
  await settle()
  const [first, ...others] = messagesOf(target)
  expect(others.map(({ type }) => type).toSorted()).toEqual(['post.published', 'webhook.test'])
  const replayed = others.find(({ type }) => type === 'post.published')
  expect(replayed.id).not.toBe(first.id)
  expect(replayed.eventId).toBe(first.eventId)
})

test('a restored copy sends nothing until it is released', async () => {
  const copy = await startTestApp()
  try {
    const { jobs } = copy.app
    await copy.database.transaction((tx) => jobs.hold.begin(tx, copy.clock.now()))
    const target = await startTarget(() => ({ status: 200 }))
    const garden = await seedCommunity(copy, { tokenName: 'GARDEN' })
    await copy.app.services.partnerOrigins.register(garden, new URL(target.url).origin)
    const chief = await copy.member('chief', { networkAdmin: true })
    const hook = { ...PLACE, url: target.url, events: ['post.published' as const] }
    const { webhook } = (await copy.call('webhookCreate', hook, chief)).body.payload
    await copy.call('webhookTest', { ...PLACE, webhookId: webhook.id }, chief)
    await jobs.drain()
    expect(target.requests).toHaveLength(0)
    expect((await copy.call('webhookList', PLACE, chief)).body.payload.isHeld).toBe(true)
    await copy.database.transaction((tx) => jobs.hold.end(tx))
    await jobs.drain()
    expect(target.requests).toHaveLength(1)
  } finally {
    await copy.close()
  }
})

test('the log is kept for 30 days', async () => {
  const target = await startTarget(() => ({ status: 200 }))
  const { webhookId } = await addHook(target.url)
  await publish()
  await settle()
  await later(29 * DAY_MS)
  await stoa.app.services.webhooks.cleanUp()
  expect(await logOf(webhookId)).toHaveLength(1)
  await later(2 * DAY_MS)
  await stoa.app.services.webhooks.cleanUp()
  expect(await stoa.database.read('webhook_deliveries').where({ webhook_id: webhookId })).toEqual([])
})
