import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { seedCommunity } from '../../test/seed-community.ts'
import { serverOptions } from './listen-on.ts'
import { createHttpListener } from './listener.ts'

/** Instead of 30 s. */
const TIMEOUT_MS = 1500
const SLOW = '192.0.2.66'

let stoa: TestApp
let server: Server
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await stoa.close()
})

async function start(settings: Record<string, string> = {}): Promise<number> {
  stoa = await startTestApp({
    STOA_TRUSTED_PROXIES: 'loopback',
    STOA_RATE_SCALE: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  await seedCommunity(stoa)
  server = createServer(serverOptions({ requestMs: TIMEOUT_MS }), createHttpListener(stoa.app))
  const realtime = await stoa.app.attachRealtime(server)
  server.once('close', realtime.close)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

interface Held {
  /** Everything received so far. */
  received(): string
  /** Status of the response; null if the connection was closed without one. */
  ended: Promise<{ status: number | null; text: string }>
  send(more: string): void
}

/** Sends request headers and the first byte of the body, then stalls. */
function hold(port: number, path: string, about: { address?: string; type?: string } = {}): Held {
  const { address = SLOW, type = 'application/json' } = about
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`,
  )
  const ended = new Promise<Awaited<Held['ended']>>((resolve) =>
    socket.once('close', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
      resolve({ status: status === undefined ? null : Number(status), text })
    }),
  )
  return { received: () => text, ended, send: (more) => void socket.write(more) }
}

async function handshake(port: number): Promise<string> {
  const address = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`
  const text = await (await fetch(address)).text()
  return String(JSON.parse(text.slice(1)).sid)
}

/** Sends a whole body; it is refused without a session. */
async function write(port: number, address: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/comment/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: '{}',
  })
  return ((await response.json()) as { code: string }).code
}

test.each([
  ['past the framework', '/api/comment/create', 'application/json'],
  ['through the framework', '/api/auth/signIn', 'application/json'],
  ['a form', '/bbs/login', 'application/x-www-form-urlencoded'],
  ['nowhere', '/api/nothing', 'application/json'],
])('an endless body is cut off: %s', async (_, path, type) => {
  const port = await start()
  await hold(port, path, { type }).ended
})

test('an endless message of a polling socket is cut off', async () => {
  const port = await start()
  const sid = await handshake(port)
  const held = hold(port, `/socket.io/?EIO=4&transport=polling&sid=${sid}`, { type: 'text/plain' })
  await held.ended
})

test('of 200 slow bodies from one address most are refused at once, and other addresses are served', async () => {
  const port = await start()
  const held = Array.from({ length: 200 }, (_, index) =>
    hold(port, index % 2 === 0 ? '/api/comment/create' : '/api/auth/signIn'),
  )
  const answers: (number | null)[] = []
  for (const { ended } of held) void ended.then(({ status }) => answers.push(status))
  await expect.poll(() => answers.filter((status) => status === 429).length).toBeGreaterThan(100)
  expect(await write(port, '192.0.2.1')).toBe('AUTH_REQUIRED')
  expect(await write(port, SLOW)).toBe('RATE_LIMITED')
  // Refusals say when to retry and are not cached.
  const refused = held.map(({ received }) => received()).find((text) => text.startsWith('HTTP/1.1 429'))
  expect(refused).toMatch(/retry-after: \d+/i)
  expect(refused).toMatch(/cache-control: no-store/i)
  await Promise.all(held.map(({ ended }) => ended))
  // Once the bodies have ended, their address has capacity again.
  expect(await write(port, SLOW)).toBe('AUTH_REQUIRED')
})

test('200 slow messages of polling sockets count as well', async () => {
  const port = await start()
  const sid = await handshake(port)
  const held = Array.from({ length: 200 }, () =>
    hold(port, `/socket.io/?EIO=4&transport=polling&sid=${sid}`, { type: 'text/plain' }),
  )
  const answers: (number | null)[] = []
  for (const { ended } of held) void ended.then(({ status }) => answers.push(status))
  await expect.poll(() => answers.length).toBeGreaterThan(100)
})

test('many complete bodies at once from one address are not slow ones', async () => {
  const port = await start({ STOA_RATE_SCALE: '1.5' })
  const answers = await Promise.all(Array.from({ length: 150 }, () => write(port, SLOW)))
  expect(new Set(answers)).toEqual(new Set(['AUTH_REQUIRED']))
})

test('a request answered before its body has arrived leaves nothing behind on its connection', async () => {
  const port = await start()
  let held: Socket | undefined
  server.on('connection', (socket) => (held = socket))
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  sockets.push(socket)
  const head = [
    'POST /api/auth/signOut HTTP/1.1',
    'Host: localhost',
    'Origin: https://evil.example',
    'Content-Type: application/json',
    'Content-Length: 1',
  ]
  for (let count = 0; count < 20; count += 1) {
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    expect(String(await answered)).toContain('CSRF_REFUSED')
    socket.write('{')
  }
  expect(held?.listenerCount('close')).toBeLessThan(10)
})
