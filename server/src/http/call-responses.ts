import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOwnPath, loginPath } from '@stoa/contract'
import type { Call } from '@stoa/contract/schemas'
import type { Exchange } from '../platform/calls/context.ts'
import type { FileResponse } from '../platform/calls/handlers.ts'
import { type DomainError, isDomainError } from '../platform/domain-error.ts'
import { isUnchanged, shareWithVisitors } from './cache/cached-response.ts'
import { splitUrl } from './call-routes.ts'
import type { ErrorReplies } from './errors.ts'
import { READABLE } from './headers.ts'
import { isNavigation } from './origins.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters not allowed in a Location header. */
const UNSAFE_IN_LOCATION = /[^\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7a\x7c\x7e]+/g

/** Turns the result of a call into its response. */
export interface CallResponses {
  /** Headers of every response to the call, as alternating names and values for `writeHead`. */
  headersOf(call: Call, requestId: string): string[]
  succeed(
    exchange: Exchange,
    about: {
      call: Call
      requestId: string
      payload: unknown
      /** Cache tags, if visitors may share the response. */
      tags: readonly string[] | null
    },
  ): Promise<void> | void
  fail(exchange: Exchange, about: { call: Call; requestId: string; error: unknown }): void
}

export function createCallResponses(about: {
  /** Headers of every response. */
  headers: Record<string, string>
  replyToError: ErrorReplies
}): CallResponses {
  const { replyToError } = about
  const plain = Object.entries(about.headers).flat()
  const readable = [...plain, ...Object.entries(READABLE).flat()]
  // Another policy would separate a widget's sign-in window from its opener, even on a redirect.
  const redirecting = Object.entries({ ...about.headers, 'Cross-Origin-Opener-Policy': 'unsafe-none' }).flat()
  const readableRedirecting = [...redirecting, ...Object.entries(READABLE).flat()]

  function headersOf({ responseFormat, cookie }: Call, requestId: string): string[] {
    // Calls that use the forum's cookie respond to no other origin.
    const [sameOriginHeaders, crossOriginHeaders] =
      responseFormat === 'redirect' ? [redirecting, readableRedirecting] : [plain, readable]
    return [...(cookie ? sameOriginHeaders : crossOriginHeaders), 'X-Request-Id', requestId]
  }

  return {
    headersOf,
    succeed(exchange, { call, requestId, payload, tags }) {
      const { responseFormat = 'json' } = call
      const headers = headersOf(call, requestId)
      if (responseFormat === 'redirect') {
        redirect(exchange, { location: String(payload), headers })
        return
      }
      if (responseFormat === 'file') return sendFile(exchange, { file: payload as FileResponse, headers })
      if (call.method === 'GET') {
        // Anyone may store visitors' responses but must revalidate them; only their own browser may store a person's.
        const caching = tags ? 'public, max-age=0, stale-while-revalidate=10' : 'private, no-cache'
        headers.push('Cache-Control', caching, 'Vary', 'Authorization, Origin')
      } else headers.push('Cache-Control', 'no-store')
      if (responseFormat === 'html') {
        send(exchange, { type: 'text/html; charset=utf-8', text: String(payload), headers, tags })
      } else send(exchange, { type: JSON_TYPE, text: JSON.stringify({ status: 'success', payload }), headers, tags })
    },
    fail(exchange, { call, requestId, error }) {
      const { request, response } = exchange
      if (response.headersSent) {
        // Abort the connection so that a truncated download isn't taken for complete.
        response.destroy()
        return
      }
      const headers = headersOf(call, requestId)
      if (call.responseFormat === 'redirect' && isDomainError(error) && isNavigation(request)) {
        redirect(exchange, { location: pageOfError(error, request.url), headers })
        return
      }
      const { path } = splitUrl(request.url ?? '')
      const reply = replyToError(error, { requestId, path })
      response.statusCode = reply.status
      headers.push(...Object.entries(reply.headers).flat())
      send(exchange, { type: JSON_TYPE, text: JSON.stringify(reply.body), headers, tags: null })
    },
  }
}

interface Sent {
  type: string
  text: string
  headers: string[]
  /** Cache tags, if visitors may share it. */
  tags: readonly string[] | null
}

function send({ request, response }: Exchange, { type, text, headers, tags }: Sent): void {
  if (response.destroyed) return
  if (request.method !== 'POST') {
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
    headers.push('ETag', etag)
    if (response.statusCode === 200 && isUnchanged(request, etag)) {
      response.writeHead(304, headers).end()
      return
    }
  }
  headers.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)))
  // The read cache needs headers set one by one, which costs more.
  if (tags) {
    shareWithVisitors(response, tags)
    setEach(response, headers)
  } else response.writeHead(response.statusCode, headers)
  response.end(text)
}

function setEach(response: ServerResponse, headers: string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

/** Streams the download with back-pressure. */
async function sendFile({ response }: Exchange, about: { file: FileResponse; headers: string[] }): Promise<void> {
  const { name, type, parts } = about.file
  const disposition = `attachment; filename="${name}"`
  setEach(response, [...about.headers, 'Cache-Control', 'no-store', 'Content-Type', type])
  response.setHeader('Content-Disposition', disposition)
  await pipeline(Readable.from(parts), response)
}

function redirect({ response }: Exchange, { location, headers }: { location: string; headers: string[] }): void {
  const goal = location.replace(UNSAFE_IN_LOCATION, percentEncoded)
  response.writeHead(303, [...headers, 'Cache-Control', 'no-store', 'Location', goal]).end()
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/**
 * Where to redirect people whose navigation was refused: to sign in. It reveals nothing to people sent by another site.
 */
function pageOfError({ code }: DomainError, url = ''): string {
  const next = new URLSearchParams(splitUrl(url).query).get('next')
  const goal = next !== null && isOwnPath(next) ? next : '/'
  return code === 'CSRF_REFUSED' ? loginPath({ next: goal }) : loginPath({ error: code })
}
