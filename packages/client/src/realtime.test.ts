// @vitest-environment node
import type { Comment, SocketAuth, Watch } from '@stoa/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRealtime, type RealtimeOptions } from './realtime.ts'

type Connect = NonNullable<RealtimeOptions['connect']>

/** The server's end of a socket, with the number of times it was opened. */
function createFakeServer() {
  let onConnect = () => {}
  let onMessage: (name: string, payload?: unknown) => void = () => {}
  const server = {
    openCount: 0,
    isLoadingBroken: false,
    auths: [] as SocketAuth[],
    messages: [] as { name: string; rooms: Watch; at: number }[],
    requests: () => server.messages.map(({ name, rooms }): [string, Watch] => [name, rooms]),
    send: (name: string, payload?: unknown) => onMessage(name, payload),
    /** What socket.io does on each connection. */
    async connection() {
      await new Promise<void>((resolve) => {
        giveAuth((auth) => {
          server.auths.push(auth)
          resolve()
        })
      })
      socket.connected = true
      onConnect()
    },
  }
  let giveAuth: Parameters<Connect>[1] = () => {}
  const socket = {
    connected: false,
    on(_connect: string, handler: () => void) {
      onConnect = handler
    },
    onAny(handler: (name: string, payload?: unknown) => void) {
      onMessage = handler
    },
    emit: (name: string, rooms: Watch) => void server.messages.push({ name, rooms, at: Date.now() }),
    disconnect() {
      socket.connected = false
      return socket
    },
    connect() {
      void server.connection()
      return socket
    },
  }
  const connect = (async (_url: string, auth: Parameters<Connect>[1]) => {
    if (server.isLoadingBroken) throw new TypeError('Failed to load the module.')
    server.openCount += 1
    giveAuth = auth
    return socket
  }) as unknown as Connect
  return Object.assign(server, { connect, socket })
}

const event = (id: string) => ({ id, at: 1, postId: 'p', comment: {} as Comment, numComments: 1 })
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(options: Partial<RealtimeOptions> = {}) {
  const server = createFakeServer()
  const realtime = createRealtime({ url: '', visitorId: 'visitor', connect: server.connect, ...options })
  return { server, realtime }
}

test('nothing is opened before the first watch, and all watchers share one connection', async () => {
  const { server, realtime } = start()
  realtime.onEvent(() => {})
  await settle()
  expect(server.openCount).toBe(0)
  realtime.watch({ postIds: ['a'] })
  realtime.watch({ postIds: ['b'] })
  await settle()
  await server.connection()
  expect(server.openCount).toBe(1)
  expect(server.requests()).toEqual([['watch', { postIds: ['a', 'b'] }]])
})

test('a reconnect requests no more rooms than one connection may watch, the latest posts first', async () => {
  const { server, realtime } = start()
  realtime.watch({ postIds: Array.from({ length: 250 }, (_, index) => `p${index}`), communities: ['FORUM'] })
  await settle()
  await server.connection()
  const [[, rooms] = ['', {} as Watch]] = server.requests()
  expect(rooms.communities).toEqual(['FORUM'])
  expect(rooms.postIds).toHaveLength(199)
  expect(rooms.postIds?.at(-1)).toBe('p249')
})

/** What the server accepts: 200 names and 16 kB a message, 60 messages and 1000 names in ten seconds. */
function expectAccepted({ messages }: ReturnType<typeof createFakeServer>): void {
  const sizeOf = (rooms: Watch) => namesOf(rooms).length
  for (const { name, rooms, at } of messages) {
    expect(sizeOf(rooms)).toBeLessThanOrEqual(200)
    expect(JSON.stringify([name, rooms]).length).toBeLessThan(16_000)
    const window = messages.filter((other) => other.at >= at && other.at <= at + 10_000)
    expect(window.length).toBeLessThanOrEqual(50)
    expect(window.reduce((sum, other) => sum + sizeOf(other.rooms), 0)).toBeLessThanOrEqual(1000)
  }
}

const namesOf = ({ postIds = [], communities = [], articles = [] }: Watch) => [...postIds, ...communities, ...articles]
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `p${from + index}`)

test('a list that grows ten times quickly asks for each item once', async () => {
  const { server, realtime } = start()
  let end = realtime.watch({ postIds: ids(0, 18), communities: ['FORUM'] })
  await settle()
  await server.connection()
  for (let size = 36; size <= 198; size += 18) {
    end()
    end = realtime.watch({ postIds: ids(0, size), communities: ['FORUM'] })
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(server.requests().some(([name]) => name === 'unwatch')).toBe(false)
  const names = server.requests().flatMap(([, rooms]) => namesOf(rooms))
  expect(names.toSorted()).toEqual(['FORUM', ...ids(0, 198)].toSorted())
  expectAccepted(server)
})

test('a list longer than a connection may watch leaves its first items', async () => {
  const { server, realtime } = start()
  let end = realtime.watch({ postIds: ids(0, 180) })
  await settle()
  await server.connection()
  end()
  end = realtime.watch({ postIds: ids(0, 220) })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(server.requests()).toEqual([
    ['watch', { postIds: ids(0, 180) }],
    ['unwatch', { postIds: ids(0, 20) }],
    ['watch', { postIds: ids(180, 220) }],
  ])
})

test('messages are capped and spaced, however much changes', async () => {
  const { server, realtime } = start()
  const articles = Array.from({ length: 150 }, (_, index) => `FORUM https://a.example/${index}/${'x'.repeat(200)}`)
  const end = realtime.watch({ articles })
  await settle()
  await server.connection()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.requests().flatMap(([, rooms]) => namesOf(rooms))).toEqual(articles)
  end()
  let last = () => {}
  for (let turn = 0; turn < 100; turn += 1) {
    last()
    last = realtime.watch({ postIds: ids(turn * 150, turn * 150 + 150) })
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(20_000)
  expectAccepted(server)
  expect(server.requests().at(-1)).toEqual(['watch', { postIds: ids(14_850, 15_000) }])
})

test('a room is joined with its first watcher and left with its last', async () => {
  const { server, realtime } = start()
  const first = realtime.watch({ postIds: ['a'] })
  await settle()
  await server.connection()
  server.messages.length = 0
  const second = realtime.watch({ postIds: ['a'], communities: ['FORUM'] })
  await settle()
  expect(server.requests()).toEqual([['watch', { communities: ['FORUM'] }]])
  server.messages.length = 0
  first()
  first()
  await settle()
  expect(server.messages).toEqual([])
  second()
  await settle()
  expect(server.requests()).toEqual([['unwatch', { postIds: ['a'], communities: ['FORUM'] }]])
})

test('the connection survives navigation and closes when nothing is watched', async () => {
  const { server, realtime } = start()
  const leave = realtime.watch({ postIds: ['a'] })
  await settle()
  await server.connection()
  leave()
  await vi.advanceTimersByTimeAsync(1000)
  const back = realtime.watch({ postIds: ['b'] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.socket.connected).toBe(true)
  expect(server.openCount).toBe(1)
  back()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.socket.connected).toBe(false)
})

test('each event is received once, even if it is sent again', async () => {
  const { server, realtime } = start()
  const eventIds: string[] = []
  realtime.onEvent((_, { id }) => eventIds.push(id))
  realtime.watch({ postIds: ['a'] })
  await settle()
  for (const id of ['e1', 'e2', 'e1', 'e3', 'e2']) server.send('comment.created', event(id))
  expect(eventIds).toEqual(['e1', 'e2', 'e3'])
})

test('a reconnect sends the last event id, joins the rooms again, and reports a gap', async () => {
  const { server, realtime } = start({ getToken: async () => 'token' })
  const gap = vi.fn()
  realtime.onGap(gap)
  realtime.watch({ postIds: ['a'] })
  await settle()
  await server.connection()
  expect(server.auths[0]).toEqual({ visitorId: 'visitor', token: 'token' })
  // Events between the page and the connection are unknown.
  expect(gap).toHaveBeenCalledTimes(1)
  server.send('comment.created', event('e2'))
  server.send('comment.created', event('e1'))
  await server.connection()
  expect(server.auths[1]).toEqual({ visitorId: 'visitor', token: 'token', lastEventId: 'e2' })
  expect(server.messages).toHaveLength(2)
  expect(gap).toHaveBeenCalledTimes(1)
  server.send('resume.gap')
  expect(gap).toHaveBeenCalledTimes(2)
  const times = vi.fn()
  realtime.onTime(times)
  server.send('resume.done', { lastEventId: 'e9', at: 77 })
  expect(times.mock.calls).toEqual([[77]])
  await server.connection()
  expect(server.auths[2]?.lastEventId).toBe('e9')
})

test('a changed viewer reconnects with another token', async () => {
  let token: string | null = null
  const { server, realtime } = start({ getToken: async () => token })
  realtime.watch({ postIds: ['a'] })
  await settle()
  await server.connection()
  token = 'mine'
  realtime.reconnect()
  await settle()
  expect(server.auths.map((auth) => auth.token)).toEqual([undefined, 'mine'])
})

test('without a token the connection is a visitor’s', async () => {
  const { server, realtime } = start({ getToken: () => Promise.reject(new Error('Offline.')) })
  realtime.watch({ postIds: ['a'] })
  await settle()
  await server.connection()
  expect(server.auths).toEqual([{ visitorId: 'visitor' }])
})

test('if the socket’s code fails to load nothing breaks, and the next watcher retries', async () => {
  const { server, realtime } = start()
  server.isLoadingBroken = true
  realtime.watch({ postIds: ['a'] })()
  await settle()
  server.isLoadingBroken = false
  realtime.watch({ postIds: ['b'] })
  await settle()
  expect(server.openCount).toBe(1)
})

test('watching since a time requests later events and reports no gap', async () => {
  const { server, realtime } = start()
  const gap = vi.fn()
  realtime.onGap(gap)
  realtime.watch({ postIds: ['a'], since: 900 })
  realtime.watch({ postIds: ['b'], since: 700 })
  await settle()
  await server.connection()
  expect(server.requests()).toEqual([['watch', { postIds: ['a', 'b'], since: 700 }]])
  server.send('resume.done', { lastEventId: 'e0', at: 1000 })
  realtime.watch({ postIds: ['c'], since: 950 })
  await settle()
  expect(server.requests().at(-1)).toEqual(['watch', { postIds: ['c'], since: 950 }])
  expect(gap).not.toHaveBeenCalled()
})

test('a watcher without a time gets a gap first', async () => {
  const { server, realtime } = start()
  const gap = vi.fn()
  realtime.onGap(gap)
  realtime.watch({ postIds: ['a'], since: 900 })
  realtime.watch({ postIds: ['b'] })
  await settle()
  await server.connection()
  expect(server.messages[0]?.rooms.since).toBe(900)
  expect(gap.mock.calls).toEqual([[true]])
})

test('an article watched because of an event also gets the events that follow it', async () => {
  const { server, realtime } = start()
  realtime.watch({ postIds: ['p'], since: 900 })
  await settle()
  await server.connection()
  server.send('comment.created', { ...event('01'), at: 1200 })
  realtime.watch({ articles: ['FORUM https://news.example/a'] })
  await settle()
  expect(server.requests().at(-1)).toEqual(['watch', { articles: ['FORUM https://news.example/a'], since: 1200 }])
})

test('a late listener receives past events since a time', async () => {
  const { server, realtime } = start()
  realtime.watch({ postIds: ['a'], since: 1 })
  await settle()
  await server.connection()
  for (const [id, at] of [
    ['e1', 10_000],
    ['e2', 30_000],
  ] as const)
    server.send('comment.created', { ...event(id), at })
  const eventIds: string[] = []
  realtime.onEvent((_, { id }) => eventIds.push(id), 20_000)
  expect(eventIds).toEqual(['e2'])
  server.send('comment.created', { ...event('e3'), at: 30_001 })
  expect(eventIds).toEqual(['e2', 'e3'])
})
