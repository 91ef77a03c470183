import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PREVIEW_OFF, PREVIEW_PARAMETER } from '@stoa/contract'
import type { Clock } from '../platform/clock.ts'
import { readCookie, setCookie } from '../platform/security/cookies.ts'
import { splitUrl } from './call-routes.ts'
import { isPagePath } from './pages.ts'
import type { ServedDomain, ServedDomains } from './served-domains.ts'

/** Finds the version of a domain that a link shows. */
export interface DomainPreviews {
  /** Null if the token has expired, or is another domain's. */
  open(token: string, domainName: string): Promise<{ domain: ServedDomain; expiresAt: number } | null>
}

interface Dependencies {
  tenants: Pick<ServedDomains, 'of' | 'preview'>
  previews: DomainPreviews
  clock: Clock
  secure: boolean
  /** Headers of every response. */
  headers: Record<string, string>
  /** Called if the preview can't be read. */
  onError(error: unknown): void
}

/** Signing in follows the settings in force. */
const NOT_PREVIEWED = /^\/api\/auth\//
const PARAMETER = new RegExp(`[?&]${PREVIEW_PARAMETER}=`)

/**
 * Lets a browser preview a version of a domain's settings. The link sets a cookie of this host, and reads of that browser
 * show the version until it ends. Writes follow the settings in force, so that no mail and no sign-in comes from a preview.
 */
export function createPreviewGate({ tenants, previews, clock, secure, headers, onError }: Dependencies) {
  const name = secure ? '__Host-stoa-preview' : 'stoa-preview'
  const attributes = `HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`

  /** Starts or ends a preview, and goes on to the page. */
  async function follow(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const opened = token === PREVIEW_OFF ? null : await previews.open(token, tenants.of(request).name)
    const basics = { ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
    if (token !== PREVIEW_OFF && !opened) {
      response.writeHead(410, { ...basics, 'Content-Type': 'text/html; charset=utf-8' }).end(EXPIRED)
      return
    }
    const ttlMs = opened ? opened.expiresAt - clock.now() : 0
    setCookie(response, { name, value: opened ? token : '', attributes, ttlMs })
    response.writeHead(303, { ...basics, Location: withoutParameter(request.url ?? '/') }).end()
  }

  async function show(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const opened = await previews.open(token, tenants.of(request).name)
    if (!opened) return
    tenants.preview(request, opened.domain)
    keepPrivate(response)
  }

  return (request: IncomingMessage, response: ServerResponse, pass: () => void): void => {
    const { method, url = '', headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const hasParameter = PARAMETER.test(url)
    const hasCookie = headers.cookie?.includes(name) ?? false
    if (!isRead || (!hasParameter && !hasCookie) || NOT_PREVIEWED.test(url)) return pass()
    const { path, query } = splitUrl(url)
    const asked = hasParameter && isPagePath(path) ? new URLSearchParams(query).get(PREVIEW_PARAMETER) : null
    if (asked) {
      void follow(request, response, asked).catch((error: unknown) => {
        onError(error)
        pass()
      })
      return
    }
    const token = hasCookie ? readCookie(request, name) : null
    if (!token) return pass()
    void show(request, response, token).catch(onError).then(pass)
  }
}

const EXPIRED =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview ended</title><h1>Preview ended</h1><p>This link no longer works. Make a new one on the page of the domain.</p><p><a href="/">Go to the forum</a></p></html>'

function withoutParameter(url: string): string {
  const { path, query } = splitUrl(url)
  const search = new URLSearchParams(query)
  search.delete(PREVIEW_PARAMETER)
  // Two slashes would name another host.
  const own = path.replace(/^[/\\]+/, '/')
  return search.size === 0 ? own : `${own}?${search}`
}

/** No cache stores the response, and no search engine lists it, whichever headers are set later. */
function keepPrivate(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const given = rest.find((part) => typeof part === 'object' && part !== null)
    for (const [name, value] of pairsOf(given as OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined))
      response.setHeader(name, value)
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('X-Robots-Tag', 'noindex')
    return writeHead(status)
  }) as typeof response.writeHead
}

function pairsOf(headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined): [string, OutgoingHttpHeader][] {
  if (!Array.isArray(headers))
    return Object.entries(headers ?? {}).filter((pair): pair is [string, OutgoingHttpHeader] => pair[1] !== undefined)
  const pairs: [string, OutgoingHttpHeader][] = []
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([String(headers[at]), headers[at + 1] ?? ''])
  return pairs
}
