import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@stoa/contract'
import { DomainError } from '../platform/domain-error.ts'
import type { ErrorReplies } from './errors.ts'
import type { ServedDomains } from './served-domains.ts'

/** Health checks come by address. Files are the same for all hosts, and caches in front may have names of their own. */
const FOR_ALL_HOSTS = /^\/(?:livez|readyz|media\/[^?]*|[^?]*\.\w+)(?:\?|$)/
/** Calls and live connections work at every host of a domain. */
const NO_PAGE = /^\/(?:api|socket\.io)(?:[/?]|$)/
const NOT_IN_A_HEADER = /[^\w.:[\]-]/g

interface Dependencies {
  tenants: Pick<ServedDomains, 'isServed' | 'otherOrigin'>
  /** Headers of every response. */
  headers: Record<string, string>
  replyToError: ErrorReplies
}

/**
 * Refuses pages and calls for hosts that aren't served: sign-in is for pages of the served domains only, so nobody could
 * sign in there. Redirects pages of a domain's other hosts to its own. False if the request has its response.
 */
export function createHostCheck({ tenants, headers, replyToError }: Dependencies) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '' } = request
    if (FOR_ALL_HOSTS.test(url)) return true
    if (tenants.isServed(request)) {
      const origin = NO_PAGE.test(url) ? null : tenants.otherOrigin(request)
      if (origin === null) return true
      // Not permanent: another host may become the canonical one.
      response.writeHead(307, { ...headers, Location: origin + url, 'Cache-Control': 'no-store' })
      response.end()
      return false
    }
    const reply = replyToError(new DomainError('UNKNOWN_HOST'), { requestId: '', path: url })
    const isPage = (request.headers.accept ?? '').includes('text/html')
    const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(reply.status, { ...headers, ...reply.headers, 'Content-Type': type, Connection: 'close' })
    response.end(isPage ? pageFor(request) : JSON.stringify(reply.body))
    return false
  }
}

function pageFor({ headers }: IncomingMessage): string {
  const host = (headers.host ?? '').replace(NOT_IN_A_HEADER, '')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unknown host</title><h1>Unknown host</h1><p>${errors.UNKNOWN_HOST.message}</p><p>For operators: the request names the host “${host}”. Set <code>STOA_URL</code> to the address that people open, add the host to the domains, or let the proxy pass on <code>Host</code>.</p></html>`
}
