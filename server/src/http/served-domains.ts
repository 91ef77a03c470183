import type { IncomingMessage } from 'node:http'
import type { CallName } from '@stoa/contract'
import type { RequestHandler } from 'express'

/** One of the domains that this installation serves, as far as HTTP looks at it. */
export interface ServedDomain {
  /** Public origin, without a trailing slash. */
  origin: string
  /** What browsers get as `/config.json`. */
  config: { signInProviders: readonly string[]; oneTapClientId?: string }
  /** The forum's own words in its language, and where browsers find them; null: in English. */
  translations: { href: string; texts: unknown } | null
}

/** Accounts that visitors of the demonstration try it as. */
export interface DemoSignIn {
  /** Password of all of them. */
  password: string
  accounts: {
    username: string
    name: string
    role: 'owner' | 'moderator' | 'partner' | 'member' | 'banned' | 'admin'
    /** Address of the portrait. */
    image: string
  }[]
}

/** Tells which domain a request is for, and what that means. */
export interface ServedDomains {
  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): ServedDomain
  /** Token name of the only community that the request's domain shows; null where all are shown. */
  onlyCommunity(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null
  /** Goes before the address in keys of caches: what a domain was answered is no answer for another one. */
  cacheKey(request: IncomingMessage): string
  /** What was sent, with the community that it means on the request's domain. */
  completed<Input extends Record<string, unknown>>(
    name: CallName,
    input: Input,
    request: Pick<IncomingMessage, 'headers' | 'socket'>,
  ): Promise<Input>
}

/** Answers `/config.json`: how the request's domain presents itself. Readable from every origin, as widgets need it. */
export function domainConfigFile(requestDomains: Pick<ServedDomains, 'of'>): RequestHandler {
  return (request, response) => {
    response
      .set('Cache-Control', 'public, max-age=60, stale-while-revalidate=600')
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(requestDomains.of(request).config)
  }
}

/** Answers `/lang/{language}.json`: the forum's own words in a domain's language. Its address names the version, so it is kept. */
export function translationsFile(domains: readonly Pick<ServedDomain, 'translations'>[]): RequestHandler {
  const texts = new Map(
    domains.flatMap(({ translations }) =>
      translations ? [[translations.href.split('?')[0], translations.texts]] : [],
    ),
  )
  return (request, response, next) => {
    const found = texts.get(request.baseUrl + request.path)
    if (found) response.set('Cache-Control', 'public, max-age=31536000, immutable').json(found)
    else next()
  }
}
