import { createServer, type IncomingHttpHeaders, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readConfig } from '../../config.ts'
import { PROBE_HEADER, signProbe } from '../../http/proxy-probe.ts'
import { checkAddresses } from './addresses.ts'

let trusting: TestApp
let distrusting: TestApp
let proxy: Server | null = null
beforeAll(async () => {
  trusting = await startTestApp({ STOA_TRUSTED_PROXIES: '127.0.0.1', STOA_FORWARDED_HOST_PROXIES: '127.0.0.1' })
  distrusting = await startTestApp({ STOA_TRUSTED_PROXIES: '192.0.2.200' })
})
afterEach(() => void proxy?.close())
afterAll(async () => {
  await trusting?.close()
  await distrusting?.close()
})

type HeadersOf = (given: IncomingHttpHeaders) => Record<string, string | undefined>

/** The address of a proxy that sets headers. Undefined removes one. */
async function proxied(stoa: TestApp, headersOf: HeadersOf): Promise<string> {
  proxy = createServer((request, response) => {
    const changed = { ...request.headers, ...headersOf(request.headers) }
    const headers = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
    send(`${stoa.url}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    }).end()
  })
  await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const found = (stoa: TestApp, STOA_URL: string, changes: Record<string, string> = {}) =>
  checkAddresses(readConfig({ ...stoa.settings, STOA_URL, ...changes }, { isReadOnly: true }))

const added = (given: string[] | string | undefined, own: string) =>
  given === undefined ? own : `${String(given)}, ${own}`
const HOST = { 'x-forwarded-host': 'forum.example' }

test('a proxy that names the client, and lets clients claim nothing, is fine', async () => {
  const adds = await proxied(trusting, (given) => ({
    'x-forwarded-for': added(given['x-forwarded-for'], '198.51.100.4'),
    ...HOST,
  }))
  expect(await found(trusting, adds)).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('takes 198.51.100.4 for this client, trusting X-Forwarded-For of 127.0.0.1'),
  })
})

const wrong: { problem: string; app: () => TestApp; headersOf: HeadersOf; words: string[] }[] = [
  {
    problem: 'sends no X-Forwarded-For',
    app: () => trusting,
    headersOf: () => ({ 'x-forwarded-for': undefined }),
    words: ['no X-Forwarded-For', 'and its limits →'],
  },
  {
    problem: 'passes on only what clients claim',
    app: () => trusting,
    headersOf: () => ({}),
    words: ['no X-Forwarded-For', 'takes any address'],
  },
  {
    problem: 'sends none, and is not trusted',
    app: () => distrusting,
    headersOf: () => ({ 'x-forwarded-for': undefined }),
    words: ['no X-Forwarded-For', 'set STOA_TRUSTED_PROXIES to 127.0.0.1'],
  },
  {
    problem: 'is not trusted',
    app: () => distrusting,
    headersOf: () => ({ 'x-forwarded-for': '198.51.100.4' }),
    words: ['doesn’t name 127.0.0.1', 'or to loopback'],
  },
  {
    problem: 'keeps what clients claim',
    app: () => trusting,
    headersOf: (given) => ({ 'x-forwarded-for': String(given['x-forwarded-for'] ?? '198.51.100.4'), ...HOST }),
    words: ['anybody can take any address'],
  },
  {
    problem: 'is behind another one, which is not trusted',
    app: () => trusting,
    headersOf: () => ({ 'x-forwarded-for': '198.51.100.4, 203.0.113.9', ...HOST }),
    words: ['203.0.113.9 is taken for the client'],
  },
  {
    problem: 'lets clients choose the domain',
    app: () => trusting,
    headersOf: () => ({ 'x-forwarded-for': '198.51.100.4' }),
    words: ['STOA_FORWARDED_HOST_PROXIES', 'X-Forwarded-Host of 127.0.0.1'],
  },
]

test.each(wrong)('a proxy that $problem is found', async ({ app, headersOf, words }) => {
  const { state, found: text, advice } = await found(app(), await proxied(app(), headersOf))
  expect(state).toBe('failed')
  for (const part of words) expect(`${text} → ${advice}`).toContain(part)
})

test('without a proxy, a port of its own is fine, and another one may be a proxy’s', async () => {
  const { port } = new URL(trusting.url)
  expect(await found(trusting, trusting.url, { PORT: port })).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('no proxy'),
  })
  expect(await found(distrusting, distrusting.url, { STOA_TRUSTED_PROXIES: '' })).toMatchObject({ state: 'warning' })
})

test('a server with another secret says nothing, and strangers learn nothing', async () => {
  expect(await found(trusting, trusting.url, { STOA_SECRET: 'y'.repeat(40) })).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('doesn’t say'),
  })
  const secret = String(trusting.settings.STOA_SECRET)
  const ask = async (probe: string) => {
    const response = await fetch(`${trusting.url}/livez`, { headers: { [PROBE_HEADER]: probe } })
    return (await response.json()) as { status: string; seen?: string }
  }
  const MINUTE_MS = 60_000
  const now = Date.now()
  for (const wrong of [
    '',
    'x',
    signProbe('y'.repeat(40), now),
    signProbe(secret, now - MINUTE_MS - 1),
    signProbe(secret, now + 2 * MINUTE_MS),
    signProbe(secret, now).replace(/^\d/, '2'),
  ])
    expect(await ask(wrong)).toEqual({ status: 'ok' })
  const { seen = '' } = await ask(signProbe(secret, now))
  expect(seen).not.toBe('')
  expect(`${seen}${Buffer.from(seen, 'base64url').toString('latin1')}`).not.toContain('127.0.0.1')
})
