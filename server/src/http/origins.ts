import type { IncomingMessage } from 'node:http'
import { type Call, type CallName, calls } from '@stoa/contract'
import { DomainError } from '../platform/domain-error.ts'
import { isLoopback } from '../platform/security/address.ts'
import type { ServedDomains } from './served-domains.ts'

interface Dependencies {
  /** Public address of the forum, by default. */
  url: string
  /** Tells which of the forum's domains a request is for. */
  requestDomains: Pick<ServedDomains, 'of'>
  production: boolean
  isRegistered(origin: string): Promise<boolean>
}

export type Origins = ReturnType<typeof createOrigins>

/** Decides which pages may send what: the forum's own, registered partners', and others. */
export function createOrigins({ url, requestDomains, production, isRegistered }: Dependencies) {
  const own = new URL(url).origin

  /** Outside production the forum is also reached by the other names of this machine. */
  function isOwn(origin: string, request: IncomingMessage): boolean {
    if (origin === requestDomains.of(request).origin) return true
    if (production || !URL.canParse(origin)) return false
    const { host, hostname } = new URL(origin)
    return isLoopback(hostname) && host === request.headers.host
  }

  /**
   * A request with the forum's cookie must come from the forum's own page: neither Fetch Metadata nor Origin may say
   * otherwise. One with neither header is from no browser, and has no cookie but its own.
   */
  function refuseCrossSite(request: IncomingMessage): void {
    if (siteOf(request) !== '' || isFromElsewhere(request)) throw new DomainError('CSRF_REFUSED')
  }

  /** Origin of a page that is not the forum's, `null` for one that hides it; empty for the forum's own and where the browser sent none. */
  function siteOf(request: IncomingMessage): string {
    const origin = request.headers.origin
    return origin === undefined || isOwn(origin, request) ? '' : origin || 'null'
  }

  return {
    /** The forum's origin, of its default domain. */
    own,
    siteOf,
    /**
     * Refuses cookie calls from other sites, writes from pages whose site nobody has registered, and reads that are loaded
     * as something else than an answer. Comes before every limit and costs next to nothing: otherwise a foreign page could
     * use up what its readers are allowed.
     */
    async check(name: CallName, request: IncomingMessage): Promise<void> {
      const { method, cookie, answers, ownPage }: Call = calls[name]
      if (cookie) refuseCrossSite(request)
      else if (answers === 'redirect') refuseUnlessNavigation(request, { ownPage })
      else if (method === 'GET') refuseForeignLoad(request, { isReadable: true })
      else {
        const site = siteOf(request)
        if (site !== '' && !(isOrigin(site) && (await isRegistered(site)))) {
          throw new DomainError('ORIGIN_NOT_REGISTERED')
        }
      }
    },
    /** Refuses to render a page for what other sites load as an image, a frame or the like. */
    checkPage(request: IncomingMessage): void {
      refuseForeignLoad(request, { isReadable: false })
    },
  }
}

/** Whether Fetch Metadata says that another site's page sent it; an address that was typed has no site. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Whether a browser goes there in a window of its own. Browsers without Fetch Metadata ask for HTML only where they go. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] === undefined && headers['sec-fetch-dest'] === undefined) {
    return (headers.accept ?? '').includes('text/html')
  }
  return headers['sec-fetch-dest'] === 'document' && (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
}

/** Calls that redirect set cookies and may sign in: never loaded as an image, a frame or a script. */
function refuseUnlessNavigation(
  request: IncomingMessage,
  { ownPage = false }: { ownPage?: boolean | undefined },
): void {
  if (!isNavigation(request) || (ownPage && isFromElsewhere(request))) throw new DomainError('CSRF_REFUSED')
}

/** Another site's page may lead here, and with `isReadable` fetch it with CORS. Anything else it could not even read. */
function refuseForeignLoad(request: IncomingMessage, { isReadable }: { isReadable: boolean }): void {
  if (!isFromElsewhere(request) || isNavigation(request)) return
  if (!isReadable || request.headers['sec-fetch-mode'] !== 'cors') throw new DomainError('CSRF_REFUSED')
}

/** Whether it is written as browsers write an origin; nothing else can be registered. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
