import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/logging/logger.ts'
import { createExpress } from './express.ts'
import { listenOn } from './listen-on.ts'
import { createMetrics, createResponseLog, requestLog } from './metrics.ts'

test.each(['127.0.0.1', '0.0.0.0'])('a server listens on %s', async (host) => {
  const server = createServer()
  await listenOn(server, { host, port: 0 })
  expect((server.address() as AddressInfo).address).toBe(host)
  server.close()
})

test('idle connections stay open longer than a proxy’s minute', async () => {
  const server = createServer((_request, response) => response.end())
  await listenOn(server, { host: '127.0.0.1', port: 0 })
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60)
  server.close()
  server.closeIdleConnections()
})

test('an address that is in use or not local is an error', async () => {
  const [first, second] = [createServer(), createServer()]
  await listenOn(first, { host: '127.0.0.1', port: 0 })
  const { port } = first.address() as AddressInfo
  await expect(listenOn(second, { host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  await expect(listenOn(second, { host: '192.0.2.1', port: 0 })).rejects.toThrow('EADDRNOTAVAIL')
  first.close()
})

test('metrics, and nothing else, are served at their configured address', async () => {
  const counts = async () => [{ kind: 'send mail', state: 'parked' as const, count: 2, oldest: 0 }]
  const waits: ((seconds: number) => void)[] = []
  const metrics = createMetrics({
    jobs: { counts, failures: () => new Map([['send mail', 3]]) },
    database: {
      pools: [
        {
          name: 'read',
          counts: () => ({ used: 2, idle: 1, waiting: 4 }),
          onWait: (listener) => void waits.push(listener),
        },
      ],
    },
    events: { age: async () => 1500 },
    mail: { waiting: async () => 5 },
  })
  metrics.cacheHit()
  metrics.refused('SIGN_IN_LOCKED')
  metrics.watchSockets(() => 6)
  const server = await metrics.listen({ host: '0.0.0.0', port: 0 })
  const { address, port } = server.address() as AddressInfo
  expect(address).toBe('0.0.0.0')
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const told of waits) told(0.02)
  await read()
  const text = await read()
  for (const line of [
    'stoa_job_failures_total{kind="send mail"} 3',
    'stoa_refusals_total{code="SIGN_IN_LOCKED"} 1',
    'stoa_database_connections{pool="read",state="waiting"} 4',
    'stoa_database_wait_seconds_bucket{le="0.025",pool="read"} 1',
    'stoa_outbox_age_seconds 1.5',
    'stoa_mails_waiting 5',
    'stoa_sockets 6',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/^stoa_read_cache_hits_total 1$/m)
  expect(text).toContain('stoa_jobs{kind="send mail",state="parked"} 2')
  expect((await fetch(`http://127.0.0.1:${port}/api/communities`)).status).toBe(404)
  server.close()
})

test('each kind of request has its own label, and log lines have paths without names and secrets', async () => {
  const lines: { call: string; path: string }[] = []
  const counted: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const metrics = { countResponse: ({ call }: { call: string }) => void counted.push(call) }
  const app = createExpress({ trustedProxies: [] }).use(requestLog(createResponseLog({ logger, metrics })))
  const server = createServer(app)
  await listenOn(server, { host: '127.0.0.1', port: 0 })
  const expected = [
    ['/assets/main-4f2a.js', 'asset', '/assets/main-4f2a.js'],
    ['/embed.js', 'asset', '/embed.js'],
    ['/media/0V8N98jI8ROgqZXqHucq/a.webp', 'media', '/media/0V8N98jI8ROgqZXqHucq/a.webp'],
    ['/media/proxy/c2lnbmVk/aHR0cHM', 'media', '/media/proxy/…/aHR0cHM'],
    ['/api/media/uploads/0V8N98jI8ROgqZXqHucq', 'upload', '/api/media/uploads/0V8N98jI8ROgqZXqHucq'],
    ['/api/user/export/c2VjcmV0?a=b', 'api', '/api/user/export/…'],
    ['/bbs/FORUM/feed.atom', 'feed', '/bbs/FORUM/feed.atom'],
    ['/author/zanzibar/feed.atom', 'feed', '/author/…/feed.atom'],
    ['/preview/people/anna-berg.jpeg', 'preview', '/preview/people/…'],
    ['/sitemaps/1.xml', 'feed', '/sitemaps/1.xml'],
    ['/bbs/FORUM?after=secret', 'page', '/bbs/FORUM'],
    ['/bbs/FORUM/author/zanzibar/posts', 'page', '/bbs/FORUM/author/…/posts'],
    [`/bbs/${'x'.repeat(3000)}`, 'page', `/bbs/${'x'.repeat(194)}…`],
  ] as const
  const { port } = server.address() as AddressInfo
  for (const [path] of expected) await fetch(`http://127.0.0.1:${port}${path}`)
  expect(lines.map(({ call, path }) => [call, path])).toEqual(expected.map(([, call, path]) => [call, path]))
  expect(counted).toEqual(expected.map(([, call]) => call))
  server.close()
})
