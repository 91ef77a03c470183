import { statfs } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { errors } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { createDiskSpace } from '../platform/storage/disk-space.ts'
import { headersOfAll } from './headers.ts'
import { createHealth } from './health.ts'
import { listenOn } from './listen-on.ts'

const SITE = 'https://news.example'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
  const communityId = await seedCommunity(stoa)
  await stoa.app.services.partnerOrigins.register(communityId, SITE)
})
afterAll(() => stoa.close())

const send = (path: string, init: RequestInit = {}) => fetch(stoa.url + path, init)
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

test('an unknown API path responds with 404 in JSON', async () => {
  for (const path of ['/api', '/api/nothing', '/api/%E0%A4%A', '/api/comments/%ff', '/api/communities/FORUM/nothing']) {
    const response = await send(path)
    expect(response.status).toBe(404)
    const body = await response.json()
    expect(body).toMatchObject({ status: 'error', requestId: response.headers.get('x-request-id') })
  }
})

test.each([
  ['{', 400, 'MALFORMED_BODY'],
  ['[]', 400, 'MALFORMED_BODY'],
  ['null', 400, 'MALFORMED_BODY'],
  ['"text"', 400, 'MALFORMED_BODY'],
  ['{"a":1}x', 400, 'MALFORMED_BODY'],
  [`{"solution":"${'x'.repeat(64 * 1024)}"}`, 413, 'BODY_TOO_LARGE'],
  [`{"solution":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'MALFORMED_BODY'],
  [`{"more":${'{"a":'.repeat(10_000)}0${'}'.repeat(10_000)}}`, 400, 'MALFORMED_BODY'],
  ['{"solution":{"length":{"toString":1,"valueOf":1}}}', 400, 'MALFORMED_BODY'],
  ['{}', 400, 'VALIDATION_FAILED'],
])('the body %.20s is refused', async (body, status, code) => {
  const response = await post('/api/app-check/token', body)
  expect([response.status, (await response.json()).code]).toEqual([status, code])
})

test('other content types are refused, so that no other site’s form can send one', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await post('/api/app-check/challenge', '{}', { 'content-type': type })
    expect([response.status, (await response.json()).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  }
})

test('reports all problems of a request at once, by field', async () => {
  const response = await post('/api/app-check/token', '{"solution":5}')
  const { details } = await response.json()
  expect(details.map((issue: { field: string }) => issue.field)).toEqual(['solution', 'origin'])
})

test('unknown fields are refused by name, except those older clients send with everything', async () => {
  const answered = async (body: object) => (await post('/api/app-check/token', JSON.stringify(body))).json()
  const known = { solution: 'x', origin: SITE, userId: '', publisherId: '', reporterId: '', moderatorUserId: '' }
  expect((await answered({ ...known, visitorId: 'v', linkMeta: {} })).code).toBe('APP_CHECK_REQUIRED')
  expect((await answered({ ...known, orign: SITE, constructor: 1 })).details).toMatchObject([
    { field: 'orign', message: 'This field is unknown.' },
    { field: 'constructor', message: 'This field is unknown.' },
  ])
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]))
  expect((await answered(many)).details).toHaveLength(100)
})

test('a hostile password is refused', async () => {
  const hostile = { token: 'x', password: `a${'!'.repeat(30_000)}a` }
  const response = await post('/api/auth/password/reset', JSON.stringify(hostile))
  expect(response.status).toBe(400)
})

test('only calls with a post’s content accept a megabyte, in both request paths', async () => {
  const { token } = await stoa.member('long_letters')
  const sent = async (path: string, bytes: number, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ tokenName: 'x'.repeat(bytes - 16) })
    const response = await post(path, body, { authorization: `Bearer ${token}`, ...headers })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  const odd = { 'content-type': 'application/json; charset=UTF-8; x=y' }
  for (const headers of [{}, odd] as Record<string, string>[]) {
    expect(await sent('/api/comment/create', 64 * 1024, headers)).toEqual([400, 'VALIDATION_FAILED'])
    expect(await sent('/api/comment/create', 64 * 1024 + 1, headers)).toEqual([413, 'BODY_TOO_LARGE'])
    expect(await sent('/api/post/create', 1024 * 1024, headers)).toEqual([400, 'VALIDATION_FAILED'])
    expect(await sent('/api/post/create', 1024 * 1024 + 1, headers)).toEqual([413, 'BODY_TOO_LARGE'])
  }
})

test('pages of any site may read responses and errors, but never with credentials', async () => {
  const answers = [
    await send('/api/communities', { headers: { origin: 'https://any.example' } }),
    await send('/api/nothing', { headers: { origin: 'https://any.example' } }),
    await post('/api/app-check/challenge', '{}', { origin: SITE }),
  ]
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toBe('etag, x-request-id, retry-after')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('a page of an unregistered site may not write, and can read why', async () => {
  const response = await post('/api/app-check/challenge', '{}', { origin: 'https://stranger.example' })
  expect([response.status, (await response.json()).code]).toEqual([403, 'ORIGIN_NOT_REGISTERED'])
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const own = new URL(stoa.url).origin
  expect((await post('/api/app-check/challenge', '{}', { origin: own })).status).toBe(200)
})

test('calls with the forum’s cookie respond to no other origin', async () => {
  const preflight = await send('/api/auth/refresh', { method: 'OPTIONS', headers: { origin: SITE } })
  const answer = await post('/api/auth/refresh', '{}', { origin: SITE })
  for (const { headers } of [preflight, answer]) expect(headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  '/api/auth/refresh/',
  '/api/AUTH/refresh',
  '/api/auth/REFRESH',
  '/API/auth/refresh',
  '/api//auth/refresh',
  '/api/auth/%72efresh',
])('the odd spelling %s is not a call, and cookies are ignored', async (path) => {
  const refused = await post(path, '{}', { cookie: 'stoa-refresh=x' })
  expect([refused.status, (await refused.json()).code]).toEqual([404, 'NOT_FOUND'])
  expect(refused.headers.get('set-cookie')).toBeNull()
})

test.each([
  [{ 'sec-fetch-site': 'none', origin: SITE }],
  [{ 'sec-fetch-site': 'same-origin', origin: SITE }],
  [{ 'sec-fetch-site': 'none', origin: 'null' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'null' }],
  [{ origin: SITE }],
])('the forum’s cookie is refused in a request with %j', async (headers) => {
  const response = await post('/api/auth/refresh', '{}', headers as Record<string, string>)
  expect([response.status, (await response.json()).code]).toEqual([403, 'CSRF_REFUSED'])
})

test('the forum’s own page and non-browser clients may send the cookie', async () => {
  const own = new URL(stoa.url).origin
  const allowed: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin', origin: own },
    { 'sec-fetch-site': 'none' },
    { origin: own },
    {},
  ]
  for (const headers of allowed) {
    const response = await post('/api/auth/refresh', '{}', headers)
    expect([response.status, (await response.json()).code]).toEqual([401, 'REFRESH_INVALID'])
  }
})

test('a preflight allows what widgets send', async () => {
  const { status, headers } = await send('/api/comment/create', { method: 'OPTIONS', headers: { origin: SITE } })
  expect(status).toBe(204)
  const allowed = headers.get('access-control-allow-headers')
  expect(allowed).toBe('authorization, content-type, idempotency-key, x-app-check, if-none-match')
  expect(headers.get('access-control-max-age')).toBe('7200')
})

test.each(['/api/communities', '/api/nothing', '/livez', '/nothing'])(
  'security headers are set on %s',
  async (path) => {
    const { headers } = await send(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers.get('x-powered-by')).toBeNull()
  },
)

test('only the registered site it names may frame the frame, and none the sign-in page', async () => {
  const ancestors = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec((await send(path)).headers.get('content-security-policy') ?? '')?.[1]
  expect(await ancestors(`/embed/frame?origin=${SITE}`)).toBe(SITE)
  const { headers } = await send(`/embed/frame?origin=${SITE}`)
  expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await ancestors('/embed/frame?origin=https://stranger.example')).toBe("'none'")
  expect(await ancestors(`/embed/frame?origin=${SITE}&origin=https://stranger.example`)).toBe("'none'")
  expect(await ancestors('/embed/frame?origin=*')).toBe("'none'")
  expect(await ancestors('/embed/frame')).toBe("'none'")
  expect(await ancestors(`/embed/sign-in?origin=${SITE}`)).toBe("'none'")
})

test('the process is alive, and ready while it accepts requests and reaches its database', async () => {
  const status = async (path: string) => (await send(path)).status
  expect([await status('/livez'), await status('/readyz')]).toEqual([200, 200])
  stoa.app.readiness.accepting = false
  expect([await status('/livez'), await status('/readyz')]).toEqual([200, 503])
  stoa.app.readiness.accepting = true
})

test('a body that can’t be decompressed is not a server error', async () => {
  const packed = gzipSync('{"visitorId":"x"}')
  const ask = async (body: Buffer, encoding: string) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const response = await send('/api/post/view', { method: 'POST', body: new Uint8Array(body), headers })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  expect(await ask(packed, 'gzip')).toEqual([400, 'VALIDATION_FAILED'])
  for (const [body, encoding] of [
    [Buffer.from('{}'), 'gzip'],
    [packed.subarray(0, 12), 'gzip'],
    [Buffer.from('{}'), 'deflate'],
    [Buffer.from('{}'), 'br'],
  ] as const)
    expect([encoding, await ask(body, encoding)]).toEqual([encoding, [400, 'MALFORMED_BODY']])
})

test('a process stays ready without Redis and, with a database elsewhere, on a full disk, and names what is away', async () => {
  const disk = createDiskSpace({ dataFolder: tmpdir(), minFreeBytes: 1 })
  const base = { database: { ping: async () => {}, dialect: { name: 'sqlite' as const } }, disk, redis: null }
  const ready = async (about: Omit<Parameters<typeof createHealth>[0], 'readiness' | 'headers'>) => {
    const health = createHealth({ readiness: { accepting: true }, headers: {}, ...about })
    const server = createServer((request, response) => void health.handle(request, response))
    await listenOn(server, { host: '127.0.0.1', port: 0 })
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`)
    server.close()
    return [response.status, await response.json()]
  }
  const parts = { status: 'ok', server: 'ok', database: 'ok', disk: 'ok' }
  expect(await ready(base)).toEqual([200, parts])
  expect(await ready({ ...base, redis: { status: 'ready' } })).toEqual([200, { ...parts, redis: 'ok' }])
  expect(await ready({ ...base, redis: { status: 'reconnecting' } })).toEqual([200, { ...parts, redis: 'unavailable' }])
  const away = { ...parts, status: 'unavailable', database: 'unavailable' }
  for (const ping of [() => Promise.reject(new Error('away')), () => new Promise<void>(() => {})])
    expect(await ready({ ...base, database: { ...base.database, ping } })).toEqual([503, away])
  const full = createDiskSpace({ dataFolder: tmpdir(), minFreeBytes: Number.MAX_SAFE_INTEGER })
  expect(await ready({ ...base, disk: full })).toEqual([503, { ...parts, status: 'unavailable', disk: 'full' }])
  // Uploads alone can't fill the disk so far.
  const { bavail, bsize } = await statfs(tmpdir())
  const nearlyFull = createDiskSpace({ dataFolder: tmpdir(), minFreeBytes: bavail * bsize * 2 })
  expect(await ready({ ...base, disk: nearlyFull })).toEqual([200, { ...parts, disk: 'full' }])
  const elsewhere = { ...base.database, dialect: { name: 'mysql' as const } }
  expect(await ready({ ...base, database: elsewhere, disk: full })).toEqual([200, { ...parts, disk: 'full' }])
})

test('browsers keep https for the forum’s host, and for its subdomains only if the operator wants it', () => {
  const hsts = (url: string, hstsSubdomains: boolean) =>
    headersOfAll({ url, hstsSubdomains })['Strict-Transport-Security']
  expect(hsts('https://forum.example', false)).toBe('max-age=63072000')
  expect(hsts('https://forum.example', true)).toBe('max-age=63072000; includeSubDomains')
  expect(hsts('http://localhost:3000', true)).toBeUndefined()
})

test('a malformed request header is not a server error', async () => {
  const status = await new Promise((resolve) => {
    const sent = request(`${stoa.url}/api/communities?limit=%`, (response) => resolve(response.resume().statusCode))
    sent.end()
  })
  expect(status).toBe(400)
})

test('messages contain the words clients match on', () => {
  const words = {
    BANNED: 'banned',
    RATE_LIMITED: 'rate limit',
    COMMENT_HIDDEN: 'is hidden',
    POST_DELETED: 'is hidden',
    HIDDEN_BY_DOMAIN_ADMIN: 'hidden by domain admin',
    POST_NOT_FOUND: 'not found',
    COMMENT_NOT_FOUND: 'not found',
  } as const
  for (const [code, word] of Object.entries(words)) expect(errors[code as keyof typeof words].message).toContain(word)
})

test('situations that clients know by their message have it', async () => {
  const messageOf = async (response: Response) => {
    const { code, message, details } = await response.json()
    return [code, details?.[0]?.message ?? message]
  }
  const reaction = JSON.stringify({ entityType: 'Post', entityId: '0'.repeat(20), reactionName: 'thumb-up' })
  expect(await messageOf(await post('/api/post/reaction', reaction))).toEqual(['AUTH_REQUIRED', 'No user ID'])
  expect(await messageOf(await send('/api/notifications'))).toEqual(['AUTH_REQUIRED', 'invalidUserId'])
  expect(await messageOf(await send('/api/me'))).toEqual(['AUTH_REQUIRED', errors.AUTH_REQUIRED.message])
  const headers = { authorization: 'Bearer invalid' }
  const refused = ['AUTH_REQUIRED', 'auth required - inavlid firebase user']
  expect(await messageOf(await send('/api/me', { headers }))).toEqual(refused)
  expect(await messageOf(await post('/api/post/reaction', reaction, headers))).toEqual(refused)
  const { token } = await stoa.member('gone_demo')
  await stoa.database.transaction(({ connection }) => connection('sessions').update({ ended_at: 1 }))
  stoa.clock.advance(2000)
  expect(await messageOf(await send('/api/me', { headers: { authorization: `Bearer ${token}` } }))).toEqual(refused)
  const long = 'x'.repeat(101)
  const invalid = (message: string) => ['VALIDATION_FAILED', message]
  expect(await messageOf(await send(`/api/users/${long}`))).toEqual(invalid('invalidUserId'))
  expect(await messageOf(await send('/api/posts?type=user&userId=1'))).toEqual(invalid('invalidUserId'))
  expect(await messageOf(await send(`/api/users/${long}/reputation`))).toEqual(invalid('loadUserStatsFailedInvalidId'))
  // One’s own account, named by username.
  const [own, other] = [await stoa.member('own_name'), await stoa.member('other_name')]
  const meAs = (username: string) =>
    send(`/api/me?username=${username}`, { headers: { authorization: `Bearer ${own.token}` } })
  expect((await (await meAs('own_name')).json()).payload.user.id).toBe(own.id)
  await stoa.call('userUsername', { username: 'new_name' }, { token: own.token })
  for (const username of ['OWN_NAME', 'new_name']) {
    expect((await (await meAs(username)).json()).payload.user.username).toBe('new_name')
  }
  for (const username of ['other_name', 'nobody_here', other.id, '%20', '']) {
    expect(await messageOf(await meAs(username))).toEqual(invalid('loadMyUserUnfoldFailedInvalidUsername'))
  }
  // A person who doesn’t exist isn’t found.
  expect(await messageOf(await send('/api/users/nobody'))).toEqual(['USER_NOT_FOUND', errors.USER_NOT_FOUND.message])
})
