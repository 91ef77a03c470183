import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PREVIEW_OFF, PREVIEW_PARAMETER } from '@stoa/contract'
import type { Clock } from '../platform/clock.ts'
import { wordsIn } from '../platform/languages/words.ts'
import { readCookie, setCookie } from '../platform/security/cookies.ts'
import { splitUrl } from './call-routes.ts'
import { isPagePath } from './pages.ts'
import { plainPage } from './plain-page.ts'
import type { ServedDomain, ServedDomains } from './served-domains.ts'

/** Finds the version of a domain that a link shows. */
export interface DomainPreviews {
  /** Null if the token has expired, or is another domain's. */
  open(token: string, domainName: string): Promise<{ domain: ServedDomain; expiresAt: number } | null>
}

interface Dependencies {
  tenants: Pick<ServedDomains, 'of' | 'localized' | 'preview'>
  previews: DomainPreviews
  clock: Clock
  secure: boolean
  /** Headers of every response. */
  headers: Record<string, string>
  /** Called if the preview can't be read. */
  onError(error: unknown): void
}

/** English texts of the page after a preview. */
const previewMessages = {
  'preview.over.title': 'Preview ended',
  'preview.over.text': 'This link no longer works. Make a new one on the page of the domain.',
  'preview.over.home': 'Go to the forum',
} as const

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
      response
        .writeHead(410, { ...basics, 'Content-Type': 'text/html; charset=utf-8' })
        .end(endedPage(tenants.localized(request)))
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

function endedPage(reader: ServedDomain): string {
  const t = wordsIn(reader, previewMessages)
  const link = { href: '/', label: t('preview.over.home') }
  return plainPage(reader, { title: t('preview.over.title'), text: [t('preview.over.text')], link })
}

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
