// @vitest-environment node
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Watch } from '@stoa/contract'
import { Server } from 'socket.io'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type LiveSocket, openLiveSocket } from './live-socket.ts'
import { createRealtime } from './realtime.ts'

/** A real server, to test the real protocol. */
let http: HttpServer
let io: Server
let url = ''
const openSockets: LiveSocket[] = []

/** Node has WebSocket only since version 22; a browser's doesn't throw errors that it reports by closing. */
class BrowserSocket extends WebSocket {
  constructor(address: string) {
    super(address)
    this.on('error', () => {})
  }
}

/** The server's connections. */
const lines = () =>
  Object.values(
    (io.engine as unknown as { clients: Record<string, { close(discard: boolean): void } & Record<string, unknown>> })
      .clients,
  )

async function serve(options: ConstructorParameters<typeof Server>[1] = {}, port = 0): Promise<void> {
  http = createServer()
  io = new Server(http, { cors: { origin: '*' }, ...options })
  await once(http.listen(port, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

async function stop(): Promise<void> {
  await io.close()
}

interface Client {
  socket: LiveSocket
  connections: () => number
  events: unknown[]
}

async function open(auth: () => { visitorId: string } = () => ({ visitorId: 'visitor' })): Promise<Client> {
  const socket = await openLiveSocket(url, (respond) => respond(auth()))
  openSockets.push(socket)
  const events: unknown[] = []
  const onConnect = vi.fn()
  socket.on('connect', onConnect)
  socket.onAny((name, event) => name === 'comment.created' && events.push(event))
  return { socket, events, connections: () => onConnect.mock.calls.length }
}

beforeEach(async () => {
  vi.stubGlobal('WebSocket', BrowserSocket)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await serve()
})
afterEach(async () => {
  for (const socket of openSockets.splice(0)) socket.disconnect()
  await stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each(['nothing', 'only the opening'])('falls back to polling if a proxy passes on %s', async (what) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sockets: { onmessage?: (event: { data: string }) => void; onclose?: () => void }[] = []
  class SilentSocket {
    static readonly OPEN = 1
    readyState = 1
    onmessage?: (event: { data: string }) => void
    onclose?: () => void
    constructor() {
      sockets.push(this)
      if (what !== 'nothing')
        queueMicrotask(() => this.onmessage?.({ data: '0{"pingInterval":25000,"pingTimeout":20000}' }))
    }
    send() {}
    close() {
      this.onclose?.()
    }
  }
  vi.stubGlobal('WebSocket', SilentSocket)
  const { connections } = await open()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sockets).toHaveLength(2)
  vi.useRealTimers()
  vi.stubGlobal('WebSocket', BrowserSocket)
  await vi.waitFor(() => expect(connections()).toBe(1), { timeout: 10_000 })
})

test('connects with its auth data, sends rooms and receives events', async () => {
  const watchMessages: unknown[] = []
  let auth: unknown
  io.on('connection', (socket) => {
    auth = socket.handshake.auth
    socket.on('watch', (rooms: unknown) => {
      watchMessages.push(rooms)
      socket.emit('comment.created', { id: 'e1', text: 'ö “quoted” 🙂' })
    })
  })
  const { socket, events, connections } = await open()
  expect(socket.connected).toBe(false)
  await vi.waitFor(() => expect(connections()).toBe(1))
  expect(socket.connected).toBe(true)
  expect(auth).toEqual({ visitorId: 'visitor' })
  socket.emit('watch', { postIds: ['a'] })
  await vi.waitFor(() => expect(events).toEqual([{ id: 'e1', text: 'ö “quoted” 🙂' }]))
  expect(watchMessages).toEqual([{ postIds: ['a'] }])
})

test('stays while the server pings, and leaves a silent server', async () => {
  await stop()
  // Too long to expire by itself; the test recognizes it by its length and triggers it.
  await serve({ pingInterval: 40, pingTimeout: 300_000 })
  const set = vi.spyOn(globalThis, 'setTimeout')
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  const deadlines = () =>
    set.mock.calls.flatMap(([work, ms], index) =>
      ms === 300_040 ? [{ pass: work as () => void, timer: set.mock.results[index]?.value }] : [],
    )
  const { connections } = await open()
  await vi.waitFor(() => expect(deadlines().length).toBeGreaterThan(3))
  const isCleared = deadlines().map(({ timer }) => cleared.mock.calls.some(([one]) => one === timer))
  // Each ping replaces the previous timer.
  expect(isCleared).toEqual(isCleared.map((_, index) => index < isCleared.length - 1))
  expect(connections()).toBe(1)
  deadlines().at(-1)?.pass()
  await vi.waitFor(() => expect(connections()).toBe(2))
})

test('reconnects after a break and authenticates again', async () => {
  let turn = 0
  const auths: unknown[] = []
  io.on('connection', (socket) => auths.push(socket.handshake.auth))
  const { connections } = await open(() => ({ visitorId: `turn ${++turn}` }))
  await vi.waitFor(() => expect(connections()).toBe(1))
  for (const line of lines()) line.close(true)
  await vi.waitFor(() => expect(connections()).toBe(2))
  expect(auths).toEqual([{ visitorId: 'turn 1' }, { visitorId: 'turn 2' }])
})

test('reconnects after the server has ended the connection, with growing pauses', async () => {
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  const retries = () => pauses.mock.calls.flatMap(([, ms]) => (ms === 500 || ms === 1000 ? ms : []))
  let turn = 0
  io.on('connection', (socket) => ++turn < 3 && socket.disconnect())
  const { socket, connections } = await open()
  await vi.waitFor(() => expect(connections()).toBe(3))
  expect(socket.connected).toBe(true)
  expect(retries()).toEqual([500, 1000])
})

test('can be closed for good by its owner', async () => {
  const { socket, connections } = await open()
  await vi.waitFor(() => expect(connections()).toBe(1))
  socket.disconnect()
  await vi.waitFor(() => expect(io.engine.clientsCount).toBe(0))
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(connections()).toBe(1)
})

test('falls back to the library’s polling where web sockets are blocked', async () => {
  await stop()
  await serve({ transports: ['polling'] })
  const { socket, events, connections } = await open()
  io.on('connection', (other) => other.on('watch', () => other.emit('comment.created', 'by polling')))
  await vi.waitFor(() => expect(connections()).toBe(1))
  socket.emit('watch', { postIds: ['a'] })
  await vi.waitFor(() => expect(events).toEqual(['by polling']))
  for (const other of await io.fetchSockets()) other.disconnect()
  await vi.waitFor(() => expect(connections()).toBe(2))
  socket.disconnect()
  await vi.waitFor(() => expect(socket.connected).toBe(false))
})

test('a live connection resumes after the server has ended it', async () => {
  const auths: unknown[] = []
  io.on('connection', (socket) => {
    auths.push(socket.handshake.auth)
    socket.on('watch', (rooms: Watch) => {
      if (auths.length === 1) {
        socket.emit('comment.created', { id: 'e1', at: 1 })
        socket.disconnect()
      } else if (rooms.postIds?.includes('a')) {
        socket.emit('comment.created', { id: 'e2', at: 2 })
        socket.emit('resume.done', { lastEventId: 'e2', at: 3 })
      }
    })
  })
  const realtime = createRealtime({ url, visitorId: 'visitor' })
  const ids: string[] = []
  realtime.onEvent((_name, { id }) => ids.push(id))
  realtime.watch({ postIds: ['a'] })
  await vi.waitFor(() => expect(ids).toEqual(['e1', 'e2']))
  expect(auths).toEqual([{ visitorId: 'visitor' }, { visitorId: 'visitor', lastEventId: 'e1' }])
  realtime.close()
})
