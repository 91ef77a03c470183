import type { IncomingMessage } from 'node:http'
import { type CallName, calls } from '@stoa/contract'
import { DomainError } from '../lib/domain-error.ts'
import { isLoopback } from '../lib/loopback.ts'
import type { RequestDomains } from './request-domain.ts'

interface Dependencies {
  /** Public address of the forum, by default. */
  url: string
  /** Tells which of the forum's domains a request is for. */
  requestDomains: Pick<RequestDomains, 'of'>
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
    const site = request.headers['sec-fetch-site']
    const isFromElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (siteOf(request) !== '' || isFromElsewhere) throw new DomainError('CSRF_REFUSED')
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
    /** Refuses cookie calls from other sites, and writes from pages whose site nobody has registered. */
    async check(name: CallName, request: IncomingMessage): Promise<void> {
      if ('cookie' in calls[name]) {
        refuseCrossSite(request)
        return
      }
      const site = siteOf(request)
      if (calls[name].method === 'GET' || site === '') return
      if (!(await isRegistered(site))) throw new DomainError('ORIGIN_NOT_REGISTERED')
    },
  }
}
