import { calls } from '@stoa/contract'
import type { RequestHandler } from 'express'

const cookiePaths: ReadonlySet<string> = new Set(
  Object.values(calls)
    .filter((call) => 'cookie' in call)
    .map((call) => call.path),
)

/** What lets every page read an answer. */
export const READABLE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'etag, x-request-id, retry-after',
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, x-app-check, if-none-match',
  // The longest that browsers keep it.
  'Access-Control-Max-Age': '7200',
}

/**
 * Lets pages of every origin read the answers of `/api`, errors included, so that a widget on a site that nobody has
 * registered can say so. Nothing is given away: without a token they read what everybody may, credentials are never
 * allowed, and calls that use the forum's cookie answer no other origin at all.
 */
export const cors: RequestHandler = (request, response, next) => {
  if (!cookiePaths.has(request.path)) {
    const headers = request.method === 'OPTIONS' ? { ...READABLE, ...PREFLIGHT } : READABLE
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  }
  if (request.method === 'OPTIONS') response.status(204).end()
  else next()
}
