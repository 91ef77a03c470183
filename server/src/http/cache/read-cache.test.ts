import { createServer, type IncomingMessage, get as request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { shareWithVisitors } from './cached-response.ts'
import { createReadCache } from './read-cache.ts'
import { createReadKeys } from './read-keys.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

type Framework = (request: IncomingMessage, response: ServerResponse) => void

/** A server with the given function as framework and the cache in front. */
async function serve(framework: Framework, admit: () => Promise<void> = async () => {}) {
  const admitted: string[] = []
  let now = 0
  let passed = 0
  let hits = 0
  let readers = 0
  const cache = createReadCache({
    clock: { now: () => now },
    onHit: () => (hits += 1),
    keys: createReadKeys({
      tenants: { isPreview: () => false, cacheKey: () => '', localized: () => ({ cacheKey: '' }), localeOfPage },
      pageAddress,
    }),
    admitRendering(rendered) {
      admitted.push(rendered)
      return admit()
    },
    // Each reader has its own network.
    networkOf: () => String((readers += 1)),
  })
  server = createServer((request, response) =>
    cache.handle(request, response, () => {
      passed += 1
      framework(request, response)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { cache, get, origin, admitted, passed: () => passed, hits: () => hits, pass: (ms: number) => (now += ms) }
}

function answer(response: ServerResponse, about: { body?: string; tags?: string[] } = {}) {
  const { body = '{"ok":true}', tags = ['post:1'] } = about
  shareWithVisitors(response, tags)
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('X-Request-Id', crypto.randomUUID())
  response.end(body)
}

const ID = '0'.repeat(20)
/** Widgets are in English or German. */
const localeOfPage = (_: unknown, language: string) => (language.startsWith('de') ? 'de' : 'en')
/** Pages that read their `sort`. */
function pageAddress(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://forum.example')
  const sort = searchParams.get('sort')
  return { path: sort === null ? pathname : `${pathname}?sort=${sort}`, isKnown: true }
}

const THREAD = `/api/comments?type=post&postId=${ID}`

test('a visitor’s read is served from memory, unchanged but for its request id', async () => {
  const { get, passed, hits } = await serve((_request, response) => answer(response))
  const [first, second] = [await get(THREAD), await get(THREAD)]
  expect([passed(), hits()]).toEqual([1, 1])
  const headersOf = ({ headers }: typeof first) =>
    [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  expect(second.text).toBe(first.text)
  expect(headersOf(second)).toEqual(headersOf(first))
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  expect(second.headers.get('etag')).toMatch(/^"/)
})

test('a stopping server closes connections on cached responses too', async () => {
  const { origin, hits } = await serve((_request, response) => answer(response))
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  const said = () =>
    new Promise((resolve, reject) => {
      const headers = { connection: 'keep-alive' }
      request(origin + THREAD, { headers }, (got) => resolve(got.resume().headers.connection)).on('error', reject)
    })
  expect([await said(), await said(), hits()]).toEqual(['close', 'close', 1])
})

test.each<[string, string, Record<string, string>]>([
  ['signed in', THREAD, { authorization: 'Bearer x' }],
  ['a path that is not kept', '/api/me', {}],
  ['a path below a kept one', '/api/comments/1/more', {}],
])('not cached: %s', async (_, path, headers) => {
  const { get, passed } = await serve((_request, response) => answer(response))
  await get(path, headers)
  await get(path, headers)
  expect(passed()).toBe(2)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an error', (response) => void (response.statusCode = 404)],
  ['an answer with a cookie', (response) => void response.setHeader('Set-Cookie', 'a=b')],
])('not cached: %s', async (_, prepare) => {
  const { get, passed } = await serve((_request, response) => {
    prepare(response)
    answer(response)
  })
  expect((await get(THREAD)).text).toBe((await get(THREAD)).text)
  expect(passed()).toBe(2)
})

test('dropping a tag removes its responses, and none is cached for over a second', async () => {
  let body = 'one'
  const { get, cache, pass } = await serve((_request, response) => answer(response, { body }))
  const read = async () => (await get(THREAD)).text
  await read()
  body = 'two'
  cache.drop(['post:2'])
  expect(await read()).toBe('one')
  cache.drop(['post:1'])
  expect(await read()).toBe('two')
  body = 'three'
  pass(999)
  expect(await read()).toBe('two')
  pass(1)
  expect(await read()).toBe('three')
})

test('concurrent misses ask the framework once', async () => {
  const { get, passed } = await serve((_request, response) => void setTimeout(() => answer(response), 50))
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(THREAD)))
  expect(new Set(answers.map((item) => item.text)).size).toBe(1)
  expect(passed()).toBe(1)
})

test('a response started before a change is neither cached nor given to later requests', async () => {
  const waiting: ServerResponse[] = []
  const { get, cache } = await serve((_request, response) => void waiting.push(response))
  const arrived = async (count: number) => {
    while (waiting.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const early = get(THREAD)
  await arrived(1)
  cache.drop(['post:1'])
  const late = get(THREAD)
  await arrived(2)
  answer(waiting[1] as ServerResponse, { body: 'new' })
  answer(waiting[0] as ServerResponse, { body: 'old' })
  expect([(await early).text, (await late).text, (await get(THREAD)).text]).toEqual(['old', 'new', 'new'])
})

test('requests waiting for an uncacheable response each get their own', async () => {
  let count = 0
  const { get } = await serve((_request, response) => {
    count += 1
    response.statusCode = 500
    setTimeout(() => response.end(String(count)), 20)
  })
  const answers = await Promise.all([get(THREAD), get(THREAD), get(THREAD)])
  expect(answers.map((item) => item.status)).toEqual([500, 500, 500])
})

test('waiting requests are served although the first client disconnects', async () => {
  const waiting: ServerResponse[] = []
  const { get, origin } = await serve((_request, response) => void waiting.push(response))
  const gone = new AbortController()
  const first = fetch(origin + THREAD, { signal: gone.signal }).catch(() => 'aborted')
  while (waiting.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
  const second = get(THREAD)
  await new Promise((resolve) => setTimeout(resolve, 20))
  gone.abort()
  expect(await first).toBe('aborted')
  while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  answer(waiting[1] as ServerResponse)
  expect((await second).status).toBe(200)
})

test('a client with the current response gets 304, on the first read and later', async () => {
  const { get, pass } = await serve((_request, response) => answer(response))
  const etag = (await get(THREAD)).headers.get('etag') ?? ''
  const known = await get(THREAD, { 'if-none-match': etag })
  pass(1000)
  const fresh = await get(THREAD, { 'if-none-match': `"other", W/${etag}` })
  for (const item of [known, fresh]) expect([item.status, item.text, item.headers.get('etag')]).toEqual([304, '', etag])
  expect((await get(THREAD, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('long responses are compressed for clients that accept it, with their own ETag', async () => {
  const body = JSON.stringify('text '.repeat(1000))
  const { get, origin } = await serve((_request, response) => answer(response, { body }))
  const plain = await get(THREAD)
  const raw = await new Promise<IncomingMessage>((resolve, reject) => {
    request(origin + THREAD, { headers: { 'accept-encoding': 'gzip, br' } }, resolve).once('error', reject)
  })
  const bytes = Buffer.concat(await raw.toArray())
  expect(raw.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(bytes).toString()).toBe(body)
  expect(bytes.length).toBeLessThan(200)
  expect(raw.headers.etag).not.toBe(plain.headers.get('etag'))
  expect(plain.headers.get('vary')).toContain('Accept-Encoding')
  expect((await get(THREAD, { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip')
})

test('responses for an article’s page are cached per origin', async () => {
  const { get } = await serve((request, response) => answer(response, { body: request.headers.origin ?? 'none' }))
  const path = '/api/articles/thread?community=FORUM&url=x'
  expect((await get(path, { origin: 'https://a.example' })).text).toBe('https://a.example')
  expect((await get(path, { origin: 'https://b.example' })).text).toBe('https://b.example')
})

test('pages are cached by the meaning of their address', async () => {
  const { get, passed, admitted } = await serve((_request, response) => answer(response))
  for (const query of [
    'sort=new',
    'utm_source=a&sort=new',
    'sort=new&x=1',
    'sort=new&sort=old',
    `${'x'.repeat(9000)}&sort=new`,
  ])
    await get(`/bbs/FORUM?${query}`)
  expect([passed(), admitted]).toEqual([1, ['page']])
  await get('/bbs/FORUM?sort=top')
  await get('/bbs/FORUM')
  expect(passed()).toBe(3)
  await get('/embed/sign-in')
  await get('/embed/sign-in')
  expect(passed()).toBe(5)
})

test.each([
  ['unknown parameters', `${THREAD}&utm_source=x`, `${THREAD}&x=1&y=2`],
  ['another order', THREAD, `/api/comments?postId=${ID}&type=post`],
  ['a parameter that says the default', '/api/posts', '/api/posts?type=all'],
  ['a limit that is too great', '/api/posts?limit=100', '/api/posts?limit=99999'],
  ['another way to write a value', '/api/posts?limit=7', '/api/posts?limit=%30%37'],
  ['another way to write the path', '/api/communities/FORUM', '/api/communities/%46ORUM?x'],
])('a call is made once despite %s', async (_, one, other) => {
  const { get, passed } = await serve((_request, response) => answer(response))
  await get(one)
  await get(other)
  expect(passed()).toBe(1)
})

test('different input and refusals have separate entries', async () => {
  const { get, passed } = await serve((_request, response) => answer(response))
  for (const path of [
    '/api/posts',
    '/api/posts?limit=1',
    '/api/posts?limit=x',
    '/api/posts?limit=x',
    '/api/posts/%',
    '/api/posts/a',
  ])
    await get(path)
  expect(passed()).toBe(6)
})

const OF_ONE_ANSWER = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])

test('HEAD has the headers of GET, whichever comes first', async () => {
  const body = JSON.stringify('text '.repeat(1000))
  for (const first of ['HEAD', 'GET'] as const) {
    const methods: (string | undefined)[] = []
    const { origin, passed } = await serve((request, response) => {
      methods.push(request.method)
      answer(response, { body })
    })
    const ask = async (method: 'HEAD' | 'GET') => {
      const response = await fetch(origin + THREAD, { method, headers: { 'accept-encoding': 'identity' } })
      const headers = [...response.headers].filter(([name]) => !OF_ONE_ANSWER.has(name))
      return { headers, text: await response.text() }
    }
    const [one, other] = [await ask(first), await ask(first === 'GET' ? 'HEAD' : 'GET')]
    expect(one.headers).toEqual(other.headers)
    expect([one.text, other.text].toSorted()).toEqual(['', body])
    expect([passed(), methods]).toEqual([1, ['GET']])
    if (first === 'HEAD') await new Promise((resolve) => server.close(resolve))
  }
})

test('requests over the render budget wait, and share pages rendered meanwhile', async () => {
  const turns: (() => void)[] = []
  const { get, passed } = await serve(
    (_request, response) => answer(response),
    () => new Promise((resolve) => turns.push(resolve)),
  )
  const [first, second] = [get('/bbs/FORUM'), get('/bbs/FORUM')]
  await expect.poll(() => turns.length).toBe(2)
  turns[1]?.()
  expect((await Promise.race([first, second])).status).toBe(200)
  turns[0]?.()
  expect([(await first).status, (await second).status, passed()]).toEqual([200, 200, 1])
})

test('what may not be rendered is refused by the framework', async () => {
  const { get } = await serve(
    (_request, response) => void response.writeHead(429).end(),
    () => Promise.reject(new Error('Too many.')),
  )
  expect((await get('/bbs/FORUM')).status).toBe(429)
})
