import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../platform/domain-error.ts'
import { addressBuckets, clientAddress, type TrustProxy } from '../platform/security/address.ts'
import type { ErrorReplies } from './errors.ts'

/** Bodies on their way at once from one address. Most arrive with their head, so that even a large office has few. */
const OPEN_MAX = 64
/** By then a slow body has ended or was cut off. */
const RETRY_AFTER_MS = 30_000

/** Bounds how many unfinished bodies one address keeps open, whoever reads them. */
export interface OpenBodies {
  /** True when the request may be read on; otherwise it has been answered. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
}

interface Dependencies {
  /** Multiplies the bound where limits are raised for tests and benchmarks. */
  scale: number
  /** Of every answer. */
  headers: Record<string, string>
  trustProxy: TrustProxy
  replyToError: ErrorReplies
}

/** Counts by the same prefixes as the rate limits do. */
export function createOpenBodies({ scale, headers, trustProxy, replyToError }: Dependencies): OpenBodies {
  const max = OPEN_MAX * Math.max(1, scale)
  const open = new Map<string, Set<IncomingMessage>>()

  /** Whether there is room; forgets bodies that have arrived and wait to be worked on. */
  function hasRoom(prefix: string, limit: number): boolean {
    const requests = open.get(prefix)
    if (!requests || requests.size < limit) return true
    for (const request of requests) if (request.complete) requests.delete(request)
    return requests.size < limit
  }

  function add(prefix: string, request: IncomingMessage): void {
    const requests = open.get(prefix)
    if (requests) requests.add(request)
    else open.set(prefix, new Set([request]))
  }

  function remove(prefix: string, request: IncomingMessage): void {
    const requests = open.get(prefix)
    requests?.delete(request)
    if (requests?.size === 0) open.delete(prefix)
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    const error = new DomainError('RATE_LIMITED', { retryAfterMs: RETRY_AFTER_MS })
    const reply = replyToError(error, { requestId: '', path: request.url ?? '' })
    const type = { 'Content-Type': 'application/json; charset=utf-8' }
    response.writeHead(reply.status, { ...headers, ...type, ...reply.headers, Connection: 'close' })
    response.end(JSON.stringify(reply.body))
  }

  return {
    admit(request, response) {
      if (!hasBody(request)) return true
      const buckets = addressBuckets(clientAddress(request, trustProxy))
      if (!buckets.every(({ prefix, factor }) => hasRoom(prefix, max * factor))) {
        refuse(request, response)
        return false
      }
      for (const { prefix } of buckets) add(prefix, request)
      const forget = () => {
        for (const { prefix } of buckets) remove(prefix, request)
      }
      response.once('close', () => {
        if (request.complete) return forget()
        // Answered before its body has ended, which keeps the connection for the next one.
        const { socket } = request
        const over = () => {
          socket.off('close', over)
          forget()
        }
        request.once('end', over)
        socket.once('close', over)
      })
      return true
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

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
