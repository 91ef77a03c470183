import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Call, isOwnPath, loginPath } from '@stoa/contract'
import type { Exchange } from '../platform/calls/context.ts'
import type { FileAnswer } from '../platform/calls/mount.ts'
import { type DomainError, isDomainError } from '../platform/domain-error.ts'
import { isKnown, shareWithVisitors } from './cached-response.ts'
import { splitUrl } from './call-routes.ts'
import { READABLE } from './cors.ts'
import type { ErrorReplies } from './errors.ts'
import { isNavigation } from './origins.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** What a header can't hold as it is. */
const UNSAFE_IN_LOCATION = /[^\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7a\x7c\x7e]+/g

/** Turns what a call has come to into its response. */
export interface CallResponses {
  /** Sets the headers that every response to the call has. */
  begin(exchange: Exchange, about: { call: Call; requestId: string }): void
  succeed(
    exchange: Exchange,
    about: {
      call: Call
      payload: unknown
      /** What the payload was made of, where visitors may share it. */
      tags: readonly string[] | null
    },
  ): Promise<void> | void
  fail(exchange: Exchange, about: { call: Call; requestId: string; error: unknown }): void
}

export function createCallResponses(about: {
  /** Of every response. */
  headers: Record<string, string>
  replyToError: ErrorReplies
}): CallResponses {
  const { replyToError } = about
  const plain = Object.entries(about.headers)
  const readable = [...plain, ...Object.entries(READABLE)]

  return {
    begin({ response }, { call, requestId }) {
      // Calls that use the forum's cookie answer no other origin.
      for (const [name, value] of call.cookie ? plain : readable) response.setHeader(name, value)
      response.setHeader('X-Request-Id', requestId)
      // Another policy would cut a widget's window off the page that opened it, also on its way.
      if (call.answers === 'redirect') response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
    },
    succeed(exchange, { call, payload, tags }) {
      const { response } = exchange
      const { answers = 'json' } = call
      if (answers === 'redirect') {
        redirect(exchange, String(payload))
        return
      }
      if (answers === 'file') return sendFile(exchange, payload as FileAnswer)
      if (call.method === 'GET') {
        // Visitors' responses may be kept by everybody but must be asked for again; a person's only by that person's browser.
        response.setHeader('Cache-Control', tags ? 'public, max-age=0, stale-while-revalidate=10' : 'private, no-cache')
        response.setHeader('Vary', 'Authorization, Origin')
        if (tags) shareWithVisitors(response, tags)
      } else response.setHeader('Cache-Control', 'no-store')
      if (answers === 'html') send(exchange, { type: 'text/html; charset=utf-8', text: String(payload) })
      else send(exchange, { type: JSON_TYPE, text: JSON.stringify({ status: 'success', payload }) })
    },
    fail(exchange, { call, requestId, error }) {
      const { request, response } = exchange
      if (response.headersSent) {
        // A download that breaks off is cut, so that nobody takes it for whole.
        response.destroy()
        return
      }
      if (call.answers === 'redirect' && isDomainError(error) && isNavigation(request)) {
        redirect(exchange, pageOfError(error, request.url))
        return
      }
      const { path } = splitUrl(request.url ?? '')
      const { status, headers, body } = replyToError(error, { requestId, path })
      response.statusCode = status
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      send(exchange, { type: JSON_TYPE, text: JSON.stringify(body) })
    },
  }
}

function send({ request, response }: Exchange, { type, text }: { type: string; text: string }): void {
  if (response.destroyed) return
  if (request.method !== 'POST') {
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
    response.setHeader('ETag', etag)
    if (response.statusCode === 200 && isKnown(request, etag)) {
      response.statusCode = 304
      response.end()
      return
    }
  }
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

/** Sends the download as fast as it is taken. */
async function sendFile({ response }: Exchange, { name, type, parts }: FileAnswer): Promise<void> {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  await pipeline(Readable.from(parts), response)
}

function redirect({ response }: Exchange, location: string): void {
  response.statusCode = 303
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Location', location.replace(UNSAFE_IN_LOCATION, percentEncoded))
  response.end()
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** Where people are led who go to an address and are refused: to sign in. It tells those nothing whom another site has sent. */
function pageOfError({ code }: DomainError, url = ''): string {
  const next = new URLSearchParams(splitUrl(url).query).get('next')
  const goal = next !== null && isOwnPath(next) ? next : '/'
  return code === 'CSRF_REFUSED' ? loginPath({ next: goal }) : loginPath({ error: code })
}
