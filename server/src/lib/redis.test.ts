import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from './logger.ts'
import { openRedis } from './redis.ts'

/** Speaks as much of the protocol as a client needs to find it ready. */
function standIn(): { listen(port: number): Promise<number>; stop(): Promise<void> } {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const command of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(command[1]?.toLowerCase() === 'info' ? '$9\r\nloading:0\r\n' : '+OK\r\n')
    })
  })
  return {
    listen: (port) =>
      new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

test('that Redis is away is told once, and once that it is back', async () => {
  const first = standIn()
  const port = await first.listen(0)
  await first.stop()
  const told: string[] = []
  const logger = createLogger('info', { write: (line) => void told.push(JSON.parse(line).msg) })
  const redis = await openRedis(`redis://127.0.0.1:${port}`, logger)
  onTestFinished(() => redis.disconnect())
  let tries = 0
  redis.on('reconnecting', () => {
    tries += 1
  })
  const AWAY = 'redis is not reachable; this process goes on alone until it is'
  const BACK = 'redis is reachable again'
  await vi.waitFor(() => expect(tries).toBeGreaterThan(3), { timeout: 10_000 })
  expect(told).toEqual([AWAY])
  const second = standIn()
  await second.listen(port)
  await vi.waitFor(() => expect(told).toEqual([AWAY, BACK]), { timeout: 10_000 })
  tries = 0
  await second.stop()
  await vi.waitFor(() => expect(tries).toBeGreaterThan(3), { timeout: 10_000 })
  expect(told).toEqual([AWAY, BACK, AWAY])
}, 40_000)
