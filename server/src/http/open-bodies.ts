import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../platform/domain-error.ts'
import { addressBuckets } from '../platform/security/address.ts'
import { clientAddress, type TrustProxy } from '../platform/security/client-address.ts'
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
