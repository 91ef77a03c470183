import { calls } from '@stoa/contract/schemas'
import type { RequestHandler } from 'express'

const permissions = (recording: '()' | '(self)') =>
  `camera=${recording}, display-capture=(), geolocation=(), microphone=${recording}, payment=(), usb=()`

/** Browser features the forum's pages may use: members record responses there. */
export const PAGE_PERMISSIONS = permissions('(self)')

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': permissions('()'),
  // For responses other than pages; pages set their own.
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
const TWO_YEARS = 'max-age=63072000'

interface Settings {
  url: string
  /** Whether browsers must use https for all subdomains, too. */
  hstsSubdomains: boolean
}

/** Headers of every response, errors included. */
export function headersOfAll({ url, hstsSubdomains }: Settings): Record<string, string> {
  const hsts = hstsSubdomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS
  return { ...ALWAYS, ...(url.startsWith('https:') ? { 'Strict-Transport-Security': hsts } : {}) }
}

/** Sets the headers of every response. */
export function securityHeaders(config: Settings): RequestHandler {
  const headers = headersOfAll(config)
  return (_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    next()
  }
}

const EMBED_PAGE =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * Headers of the pages under `/embed`. Only the registered origin in the query may frame the frame; the sign-in page is
 * a pop-up that needs its opener to pass on the one-time code.
 */
export function embedPageHeaders({ isRegistered }: { isRegistered(origin: string): Promise<boolean> }): RequestHandler {
  return async (request, response, next) => {
    const { origin } = request.query
    const parent =
      request.path === '/frame' && typeof origin === 'string' && (await isRegistered(origin)) ? origin : null
    response.setHeader('Content-Security-Policy', `${EMBED_PAGE}; frame-ancestors ${parent ?? "'none'"}`)
    // Pages under COEP may only embed frames that set COEP and allow cross-origin embedding.
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

/** Makes a response readable by every origin. */
export const READABLE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'etag, x-request-id, retry-after',
}

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, x-app-check, if-none-match',
  // Browsers cache it for at most this long.
  'Access-Control-Max-Age': '7200',
}

/**
 * Lets pages of every origin read responses of `/api`, errors included, so that a widget on an unregistered site can
 * say so. Safe: without a token they get public data, credentials are never allowed, and calls that use the forum's
 * cookie respond to no other origin.
 */
export const cors: RequestHandler = (request, response, next) => {
  if (!cookiePaths.has(request.path)) {
    const headers = request.method === 'OPTIONS' ? { ...READABLE, ...PREFLIGHT } : READABLE
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  }
  if (request.method === 'OPTIONS') response.status(204).end()
  else next()
}
