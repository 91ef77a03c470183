import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { requestAsHost } from '../../test/request-as-host.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { seedPost } from '../../test/seed-post.ts'

const NOBODY = '0'.repeat(20)
let stoa: TestApp
let postId: string
let token: string

beforeAll(async () => {
  const renderFragment = () => ({ shadow: `<p>${'text '.repeat(600)}</p>`, plain: '', content: '' })
  stoa = await startTestApp({ LOG_LEVEL: 'silent' }, { renderFragment })
  const communityId = await seedCommunity(stoa)
  await stoa.app.services.partnerOrigins.register(communityId, 'https://news.example')
  postId = await seedPost(stoa, { communityId })
  ;({ token } = await stoa.member('ada_demo'))
})
afterAll(() => stoa.close())

const send = (path: string, init: RequestInit = {}) => fetch(stoa.url + path, init)

test.each([
  ['/api/auth/signIn', 'POST, OPTIONS'],
  ['/api/comment/create', 'POST, OPTIONS'],
  [`/api/posts/${NOBODY}`, 'GET, HEAD, OPTIONS', 'DELETE'],
  ['/api/communities', 'GET, HEAD, OPTIONS', 'POST'],
  ['/api/articles/fragment', 'GET, HEAD, OPTIONS', 'PUT'],
  ['/api/openapi.json', 'GET, HEAD', 'POST'],
  ['/api/docs', 'GET, HEAD', 'POST'],
  ['/docs', 'GET, HEAD', 'POST'],
  ['/livez', 'GET, HEAD', 'POST'],
  ['/readyz', 'GET, HEAD', 'DELETE'],
  ['/config.json', 'GET, HEAD', 'POST'],
  ['/unsubscribe', 'GET, HEAD, POST', 'PUT'],
  ['/embed/frame', 'GET, HEAD', 'POST'],
])('%s allows only %s', async (path, allow, method = 'GET') => {
  const answer = await send(path, { method })
  const { code } = (await answer.json()) as { code: string }
  expect([answer.status, code, answer.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allow])
})

test('unknown addresses have no methods', async () => {
  for (const [path, method] of [
    ['/api/nothing', 'POST'],
    ['/nothing', 'POST'],
    ['/api/posts/a/b', 'POST'],
  ] as const) {
    const answer = await send(path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null])
  }
})

test.each([
  '/api/communities',
  '/api/articles/fragment?community=FORUM&url=https://news.example/a',
  '/api/openapi.json',
  '/config.json',
])('HEAD of %s has the headers of GET', async (path) => {
  const headersOf = async (method: string) => {
    const { headers } = await send(path, { method, headers: { 'accept-encoding': 'identity' } })
    return Object.fromEntries(
      [...headers].filter(([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name)),
    )
  }
  const head = await headersOf('HEAD')
  expect(head.etag).toMatch(/^"/)
  expect(head).toEqual(await headersOf('GET'))
  stoa.clock.advance(1000)
})

test('HEAD has the same ETag as GET for a signed-in person, whichever comes first', async () => {
  const tagOf = async (method: string) => {
    const answer = await send(`/api/posts/${postId}`, { method, headers: { authorization: `Bearer ${token}` } })
    return answer.headers.get('etag')
  }
  for (const methods of [
    ['HEAD', 'GET', 'HEAD'],
    ['GET', 'HEAD'],
  ]) {
    stoa.clock.advance(1000)
    const tags = []
    for (const method of methods) tags.push(await tagOf(method))
    expect(new Set(tags).size).toBe(1)
    expect(tags[0]).toMatch(/^"/)
  }
})

test.each<[string, RequestInit, number]>([
  ['/api/nothing', {}, 404],
  [`/api/posts/${NOBODY}`, {}, 404],
  ['/api/posts?limit=x', {}, 400],
  ['/api/me', {}, 401],
  ['/api/auth/signIn', {}, 405],
  ['/api/articles/fragment?community=NOBODY&url=https://news.example/a', {}, 404],
  ['/api/comment/create', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }, 401],
  ['/api/comment/create', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
  ['/api/auth/signIn', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }, 400],
  ['/nothing', {}, 404],
  ['/unsubscribe?token=x', {}, 404],
  ['/socket.io/?EIO=4&transport=none', {}, 400],
  ['/socket.io/?EIO=4&transport=polling&sid=nobody', {}, 400],
])('the error of %s is not cached', async (path, init, status) => {
  const answer = await send(path, init)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
})

const SAFE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'cache-control': 'no-store',
}

test('socket.io responses have the security headers, errors included', async () => {
  for (const path of ['/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=none'])
    expect((await requestAsHost(stoa, path, { headers: {} })).headers).toMatchObject(SAFE)
})

/** The response to a web socket upgrade. */
async function upgrade(path: string): Promise<string> {
  const { host, hostname, port } = new URL(stoa.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  socket.once('data', () => socket.end())
  return text(socket)
}

test('web socket upgrades have the security headers too', async () => {
  const answer = await upgrade('/socket.io/?EIO=4&transport=websocket')
  expect(answer).toMatch(/^HTTP\/1\.1 101 /)
  expect(answer).toMatch(/x-content-type-options: nosniff/i)
})

test.each(['EIO=4&transport=none', 'EIO=4&transport=websocket&sid=nobody'])(
  'a refused upgrade has them only once: %s',
  async (query) => {
    const answer = await upgrade(`/socket.io/?${query}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
    expect(answer).toMatch(/cache-control: no-store/i)
  },
)
