import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** Implements just enough of the protocol for a client to consider it ready. */
export function redisStandIn(): {
  /** Resolves to the port; 0: any free port. */
  listen(port: number): Promise<number>
  /** From now on it reads but sends nothing. */
  freeze(): void
  stop(): Promise<void>
} {
  let isFrozen = false
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (isFrozen) return
      for (const command of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(command[1]?.toLowerCase() === 'info' ? '$9\r\nloading:0\r\n' : '+OK\r\n')
    })
  })
  return {
    listen: (port) =>
      new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))),
    freeze: () => {
      isFrozen = true
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
