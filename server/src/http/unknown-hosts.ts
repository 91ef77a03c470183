import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors } from '@stoa/contract'
import { DomainError } from '../platform/domain-error.ts'
import { wordsIn } from '../platform/languages/words.ts'
import type { ErrorReplies } from './errors.ts'
import { plainPage } from './plain-page.ts'
import type { ServedDomain, ServedDomains } from './served-domains.ts'

/** Health checks come by address. Files are the same for all hosts, and caches in front may have names of their own. */
const FOR_ALL_HOSTS = /^\/(?:livez|readyz|media\/[^?]*|[^?]*\.\w+)(?:\?|$)/
/** Calls and live connections work at every host of a domain. */
const NO_PAGE = /^\/(?:api|socket\.io)(?:[/?]|$)/
const NOT_IN_A_HEADER = /[^\w.:[\]-]/g

/** English texts of the page for hosts that aren’t served. */
const unknownHostMessages = {
  'unknownHost.title': 'Unknown host',
  'unknownHost.operators':
    'For operators: the request names the host “{host}”. Set {setting} to the address that people open, add the host to the domains, or let the proxy pass on {header}.',
} as const

interface Dependencies {
  tenants: Pick<ServedDomains, 'isServed' | 'otherOrigin' | 'localized'>
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
    response.end(isPage ? pageFor(request, tenants.localized(request)) : JSON.stringify(reply.body))
    return false
  }
}

/** In the reader's language, as far as the default domain offers it. */
function pageFor({ headers }: IncomingMessage, reader: ServedDomain): string {
  const t = wordsIn(reader, unknownHostMessages)
  const host = (headers.host ?? '').replace(NOT_IN_A_HEADER, '')
  const error = reader.translations?.texts['server.UNKNOWN_HOST'] ?? errors.UNKNOWN_HOST.message
  const operators = t('unknownHost.operators', { host, setting: 'STOA_URL', header: 'Host' })
  return plainPage(reader, { title: t('unknownHost.title'), text: [error, operators] })
}
