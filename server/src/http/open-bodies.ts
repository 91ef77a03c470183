import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@stoa/contract'
import { DomainError } from '../platform/domain-error.ts'
import { addressBuckets, clientAddress, type TrustProxy } from '../platform/security/address.ts'
import type { ErrorReplies } from './errors.ts'
import type { ServedDomains } from './served-domains.ts'

/** Concurrent request bodies from one address. Most arrive with their headers, so even a large office has few. */
const OPEN_MAX = 64
/** After this time, a slow body has arrived or timed out. */
const RETRY_AFTER_MS = 30_000

/** Limits the unfinished request bodies of one address. */
export interface OpenBodies {
  /** True if the request may continue; otherwise it already has a response. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
}

interface Dependencies {
  /** Multiplies the limit, for tests and benchmarks. */
  scale: number
  /** Headers of every response. */
  headers: Record<string, string>
  trustProxy: TrustProxy
  replyToError: ErrorReplies
}

/** Counts by the same prefixes as the rate limits. */
export function createOpenBodies({ scale, headers, trustProxy, replyToError }: Dependencies): OpenBodies {
  const max = OPEN_MAX * Math.max(1, scale)
  const open = new Map<string, Set<IncomingMessage>>()

  /** Whether another body is allowed; forgets bodies that have arrived. */
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
        // Responding before the body has ended keeps the connection for the next request.
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

/** Guards responses written by socket.io itself, which bypass the listener. */
export interface SocketGuard {
  /** Sets the headers of every response, refuses unknown hosts, and counts the bodies of polling clients with all others. */
  check(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Refuses a web socket upgrade, which has no response object. */
  refuseUpgrade(request: IncomingMessage, message: string, status?: string): void
}

/** A request, to which engine.io adds its response unless it is an upgrade. */
type EngineRequest = IncomingMessage & { res?: unknown }

export function createSocketGuard(about: {
  headers: Record<string, string>
  openBodies: OpenBodies
  tenants: Pick<ServedDomains, 'isServed'>
  admitHost: (request: IncomingMessage, response: ServerResponse) => boolean
}): SocketGuard {
  const { openBodies, tenants, admitHost } = about
  const headers = Object.entries({ ...about.headers, 'Cache-Control': 'no-store' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')

  function refuseUpgrade({ socket }: IncomingMessage, message: string, status = '400 Bad Request'): void {
    const length = Buffer.byteLength(message)
    const bodyHeaders = `Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\n`
    socket.end(`HTTP/1.1 ${status}\r\n${bodyHeaders}${lines}\r\n${message}`)
  }

  return {
    refuseUpgrade,
    check(request: EngineRequest, response, next) {
      // An upgrade has no response to end and no body.
      const isUpgrade = request.res === undefined
      if (!isUpgrade && !admitHost(request, response)) return
      if (isUpgrade && !tenants.isServed(request))
        return refuseUpgrade(request, errors.UNKNOWN_HOST.message, '421 Misdirected Request')
      for (const [name, value] of headers) response.setHeader(name, value)
      if (request.method !== 'POST' || openBodies.admit(request, response)) next()
    },
  }
}
