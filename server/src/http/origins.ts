import type { IncomingMessage } from 'node:http'
import type { CallName } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import { DomainError } from '../platform/domain-error.ts'
import { isLoopback } from '../platform/security/address.ts'
import type { ServedDomains } from './served-domains.ts'

interface Dependencies {
  /** Public address of the forum's default domain. */
  url: string
  /** Finds the domain a request is for. */
  tenants: Pick<ServedDomains, 'isOwnOrigin'>
  production: boolean
  isRegistered(origin: string): Promise<boolean>
}

export type Origins = ReturnType<typeof createOrigins>

/** Decides which pages may send what: the forum's own, registered partners', and others. */
export function createOrigins({ url, tenants, production, isRegistered }: Dependencies) {
  const forumOrigin = new URL(url).origin

  /** In development the forum also has this machine's other names. */
  function isOwn(origin: string, request: IncomingMessage): boolean {
    if (tenants.isOwnOrigin(origin, request)) return true
    if (production || !URL.canParse(origin)) return false
    const { host, hostname } = new URL(origin)
    return isLoopback(hostname) && host === request.headers.host
  }

  /**
   * A request with the forum's cookie must come from the forum's own page: neither Fetch Metadata nor Origin may say
   * otherwise. Without both headers it isn't from a browser and has only its own cookie.
   */
  function refuseCrossSite(request: IncomingMessage): void {
    if (siteOf(request) !== '' || isFromElsewhere(request)) throw new DomainError('CSRF_REFUSED')
  }

  /**
   * Origin of a page that isn't the forum's, or `null` if hidden; empty for the forum's own and if the browser sent
   * none.
   */
  function siteOf(request: IncomingMessage): string {
    const origin = request.headers.origin
    return origin === undefined || isOwn(origin, request) ? '' : origin || 'null'
  }

  return {
    /** The forum's origin on its default domain. */
    forumOrigin,
    siteOf,
    /**
     * Refuses cross-site calls with cookies, writes from unregistered sites, and reads loaded as anything but a fetch.
     * Comes before every limit and is cheap: otherwise a foreign page could use up its readers' limits.
     */
    async check(name: CallName, request: IncomingMessage): Promise<void> {
      const { method, cookie, responseFormat, ownPage }: Call = calls[name]
      if (cookie) refuseCrossSite(request)
      else if (responseFormat === 'redirect') refuseUnlessNavigation(request, { ownPage })
      else if (method === 'GET') refuseForeignLoad(request, { isReadable: true })
      else {
        const site = siteOf(request)
        if (site !== '' && !(isOrigin(site) && (await isRegistered(site)))) {
          throw new DomainError('ORIGIN_NOT_REGISTERED')
        }
      }
    },
    /** Refuses to render a page that another site loads as an image, a frame or similar. */
    checkPage(request: IncomingMessage): void {
      refuseForeignLoad(request, { isReadable: false })
    },
  }
}

/** Whether Fetch Metadata says that another site's page sent it; typed addresses have no site. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Whether it is a top-level navigation. Browsers without Fetch Metadata accept HTML only when navigating. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  if (headers['sec-fetch-site'] === undefined && headers['sec-fetch-dest'] === undefined) {
    return (headers.accept ?? '').includes('text/html')
  }
  return headers['sec-fetch-dest'] === 'document' && (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
}

/** Calls that redirect set cookies and may sign in: they must never be loaded as an image, frame or script. */
function refuseUnlessNavigation(
  request: IncomingMessage,
  { ownPage = false }: { ownPage?: boolean | undefined },
): void {
  if (!isNavigation(request) || (ownPage && isFromElsewhere(request))) throw new DomainError('CSRF_REFUSED')
}

/** Another site may navigate here and, with `isReadable`, fetch with CORS. It couldn't read any other response. */
function refuseForeignLoad(request: IncomingMessage, { isReadable }: { isReadable: boolean }): void {
  if (!isFromElsewhere(request) || isNavigation(request)) return
  if (!isReadable || request.headers['sec-fetch-mode'] !== 'cors') throw new DomainError('CSRF_REFUSED')
}

/** Whether it has the exact form of an origin; nothing else can be registered. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
