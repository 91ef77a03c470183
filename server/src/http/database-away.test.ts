import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { RenderFragment } from '../domains/content/articles/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { createRouter } from './express.ts'
import { createHttpListener } from './listener.ts'
import type { Pages } from './pages.ts'

/** A proxy of the database that can stop to forward. Connections stay open, as if a cable was pulled. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isPaused = false
  const server = createTcpServer((client) => {
    const upstream = connect(Number(target.port || 3306), target.hostname)
    const join = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('data', (data) => void (isPaused || to.write(data)))
      from.on('error', () => {}).on('close', () => to.destroy())
    }
    join(client, upstream)
    join(upstream, client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

let forum: Forum
let proxy: Awaited<ReturnType<typeof startProxy>>
let database: Database
let server: ReturnType<typeof createServer>
let url: string
beforeAll(async () => {
  forum = await startForum()
  proxy = await startProxy(new URL(forum.stoa.settings.DATABASE_URL ?? ''))
  const config = readConfig({ ...forum.stoa.settings, DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' })
  database = openDatabase({ url: proxy.url, dataFolder: config.dataFolder })
  const pages: Pages = {
    address: (path) => ({ path, isKnown: true }),
    routes: ({ limit, call }) =>
      createRouter().get('/{*any}', limit, async (_request, response) => {
        await call('communityList', {})
        response.type('html').send('<p></p>')
      }),
  }
  const renderFragment: RenderFragment = () => ({ shadow: '<p>', plain: '<p>', content: '<p>' })
  const logger = createLogger('silent')
  const app = createApp({ config, database, clock: forum.stoa.clock, logger, pages, renderFragment })
  server = createServer(createHttpListener(app))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  proxy.resume()
  await database.close()
  proxy.close()
  await forum.stoa.close()
})

const fragment = new URLSearchParams({ community: 'FORUM', url: 'https://publisher.example/story' })
const READS = ['/api/posts?type=all', '/api/communities/FORUM', `/api/articles/fragment?${fragment}`]
const ADDRESSES = [
  ...READS,
  '/',
  '/bbs/forum',
  '/bbs/FORUM/feed.atom',
  '/sitemap.xml',
  '/embed/frame?origin=https://a.example',
]

const get = async (path: string) => (await fetch(url + path)).status

const write = async (headers: Record<string, string> = {}) => {
  const { token } = forum.ada
  const body = JSON.stringify({ tokenName: 'FORUM', postId: forum.ada.id, content: 'Words' })
  return fetch(`${url}/api/comment/create`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })
}

test('while the database is paused every request ends soon with 503, and probes respond at once', async () => {
  // Every pooled connection has been used.
  await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/api/posts?type=all&limit=${index + 1}`)))
  expect(await get('/readyz')).toBe(200)
  proxy.pause()
  let ended = 0
  const start = performance.now()
  // More than there are connections, so that some wait for one.
  const requests = [...ADDRESSES, ...ADDRESSES.map((path) => `${path}${path.includes('?') ? '&' : '?'}again=1`)].map(
    (path) => fetch(url + path),
  )
  const responses = Promise.all(
    [...requests, write(), write({ 'idempotency-key': 'one' })].map(async (request) => {
      const response = await request
      ended += 1
      return [response.url.slice(url.length), response.status, response.headers.get('retry-after')]
    }),
  )
  expect([await get('/livez'), ended]).toEqual([200, 0])
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { status: 'unavailable', server: 'ok', database: 'unavailable' },
  ])
  for (const response of await responses) expect(response).toEqual([response[0], 503, '5'])
  // Five seconds, and as much for a busy machine.
  expect(performance.now() - start).toBeLessThan(10_000)

  // What comes later doesn't wait at all.
  const again = performance.now()
  expect(await get('/api/posts?type=all&limit=50')).toBe(503)
  expect(performance.now() - again).toBeLessThan(1000)

  proxy.resume()
  await expect.poll(() => get('/readyz')).toBe(200)
  expect(await Promise.all(READS.map(get))).toEqual(READS.map(() => 200))
})

test('slow work goes on as long as the database responds', async () => {
  const [rows] = (await database.read.raw('select sleep(2) as slept')) as unknown as [{ slept: number }[]]
  expect(rows[0]?.slept).toBe(0)
})
