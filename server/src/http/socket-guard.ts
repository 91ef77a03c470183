import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenBodies } from './open-bodies.ts'

/** What socket.io's own responses go through, which never come to Express. */
export interface SocketGuard {
  /** Gives a response the headers of every response, and counts bodies of polling clients with all others. */
  check(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Refuses an upgrade to a web socket, which has no response object. */
  refuseUpgrade(request: IncomingMessage, message: string): void
}

export function createSocketGuard(about: { headers: Record<string, string>; openBodies: OpenBodies }): SocketGuard {
  const { openBodies } = about
  const headers = Object.entries({ ...about.headers, 'Cache-Control': 'no-store' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return {
    check(request, response, next) {
      for (const [name, value] of headers) response.setHeader(name, value)
      // An upgrade has no answer that could be ended, and no body.
      if (request.method !== 'POST' || openBodies.admit(request, response)) next()
    },
    refuseUpgrade({ socket }, message) {
      const length = Buffer.byteLength(message)
      const own = `Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\n`
      socket.end(`HTTP/1.1 400 Bad Request\r\n${own}${lines}\r\n${message}`)
    },
  }
}
