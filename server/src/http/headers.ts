import { calls } from '@stoa/contract'
import type { RequestHandler } from 'express'

const permissions = (recording: '()' | '(self)') =>
  `camera=${recording}, display-capture=(), geolocation=(), microphone=${recording}, payment=(), usb=()`

/** What the forum's pages may use: members record their responses there. */
export const PAGE_PERMISSIONS = permissions('(self)')

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': permissions('()'),
  // For answers that are no pages; pages name what they need.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
const TWO_YEARS = 'max-age=63072000; includeSubDomains'

/** Headers of every answer, errors included. */
export function headersOfAll({ url }: { url: string }): Record<string, string> {
  return { ...ALWAYS, ...(url.startsWith('https:') ? { 'Strict-Transport-Security': TWO_YEARS } : {}) }
}

/** Sets the headers of every answer. */
export function securityHeaders(config: { url: string }): RequestHandler {
  const headers = headersOfAll(config)
  return (_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    next()
  }
}

const EMBED_PAGE =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * Headers of the pages under `/embed`. The frame may stand in a page of the origin that its query names, if a community
 * has registered that; the sign-in page is a pop-up and must keep its opener, to which it hands the one-time code.
 */
export function embedPageHeaders({ isRegistered }: { isRegistered(origin: string): Promise<boolean> }): RequestHandler {
  return async (request, response, next) => {
    const { origin } = request.query
    const parent =
      request.path === '/frame' && typeof origin === 'string' && (await isRegistered(origin)) ? origin : null
    response.setHeader('Content-Security-Policy', `${EMBED_PAGE}; frame-ancestors ${parent ?? "'none'"}`)
    // A page under COEP shows only frames that are under it, too, and say that others may have them.
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    if (parent !== null) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
    response.setHeader('Referrer-Policy', 'no-referrer')
    next()
  }
}

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
