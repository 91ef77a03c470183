import type { IncomingMessage } from 'node:http'
import {
  type CallName,
  type ErrorCode,
  isId,
  SLUG_MAX_LENGTH,
  TOKEN_NAME,
  UNSEEN_LISTS_OF_COMMUNITIES,
} from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import { DomainError } from '../../../platform/domain-error.ts'
import { isLoopback, type TrustProxy } from '../../../platform/security/address.ts'
import type { CommunityService } from '../communities/index.ts'
import type { Domain, DomainConfig } from './domain-config.ts'
import { inLanguage } from './domain-texts.ts'
import { languageOfReader, localeOfPage } from './reader-language.ts'
import type { DomainRegistry } from './registry.ts'

export type Tenants = ReturnType<typeof createTenants>

/** Lists that show one community, even on domains with many. */
const OF_ONE_COMMUNITY: ReadonlySet<unknown> = new Set([
  ...['pinned', 'recommended', 'withPoll', 'withVideo'],
  ...UNSEEN_LISTS_OF_COMMUNITIES,
])

/** Alias of every domain's default community. */
const OLD_NAME = 'video'
/** Errors for a missing community. A call throws the first one that it declares. */
const MISSING: readonly ErrorCode[] = ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'COMMENT_NOT_FOUND']

/** Finds a request's domain by its Host header, or the one set by a proxy; otherwise the default domain. */
export function createTenants(about: {
  registry: DomainRegistry
  /** Proxies that set `X-Forwarded-Host` themselves. Others pass on what the client sends. */
  setsHost: TrustProxy
  communities: Pick<CommunityService, 'require'>
  production: boolean
}) {
  const { registry, setsHost, communities, production } = about
  const standard = () => registry.all()[0]
  /** Domains as versions that aren't in force configure them, for the requests that preview those. */
  const previewed = new WeakMap<object, Domain>()

  function hostOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    const forwarded = headers['x-forwarded-host']
    const isForwarded = forwarded !== undefined && setsHost(socket.remoteAddress ?? '', 0)
    const host = isForwarded ? String(forwarded).split(',')[0] : headers.host
    return (host ?? '').trim().toLowerCase()
  }

  /** By host; some proxies leave out its port. */
  const domainAt = (host: string) => registry.at(host) ?? registry.atHostname(host.replace(/:\d*$/, ''))

  function of(request: Pick<IncomingMessage, 'headers' | 'socket'>): Domain {
    return previewed.get(request) ?? domainAt(hostOf(request)) ?? standard()
  }

  /** The community that a name refers to on a domain. On a single-community domain, all others are missing. */
  async function meant(name: string, { config, call }: { config: DomainConfig; call: CallName }): Promise<string> {
    const { defaultTokenName: defaultName, isSingleTokenDomain } = config
    if (name.toLowerCase() === OLD_NAME) return defaultName
    // Everything after this uses token names only: permissions, cache keys and invalidation.
    if (!isSingleTokenDomain && TOKEN_NAME.test(name)) return name
    if (name.toLowerCase() === defaultName.toLowerCase()) return defaultName
    // A community's slug works, too.
    const community = await communities.require(name).catch(unlessMissing)
    if (!isSingleTokenDomain) return community?.tokenName ?? name
    if (community?.tokenName === defaultName) return defaultName
    const { errors }: Call = calls[call]
    throw new DomainError(MISSING.find((code) => errors.includes(code)) ?? 'COMMUNITY_NOT_FOUND')
  }

  const languageOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>): string =>
    languageOfReader(request, of(request).config.languages)

  return {
    of,
    /** The language of a request's reader. */
    languageOf,
    /** The request's domain as the reader's language shows it. */
    localized: (request: Pick<IncomingMessage, 'headers' | 'socket'>): Domain =>
      inLanguage(of(request), languageOf(request)),
    /** The locale of a widget for the request's domain, on a page that names a language. */
    localeOfPage: (request: Pick<IncomingMessage, 'headers' | 'socket'>, pageLanguage: string): string =>
      localeOfPage(of(request).config, pageLanguage),
    /** A domain as readers of one of its languages see it. */
    inLanguage: (domain: Domain, language: string): Domain => inLanguage(domain, language),
    /** Shows a request its domain as another version configures it. */
    preview(request: IncomingMessage, domain: Domain): void {
      previewed.set(request, domain)
    },
    isPreview: (request: IncomingMessage): boolean => previewed.has(request),
    /**
     * Whether the request's host is a domain's, by any port: some proxies leave it out. In development this machine's
     * other names are served, too.
     */
    isServed(request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
      const host = hostOf(request)
      return domainAt(host) !== undefined || (!production && isLoopback(host.replace(/:\d*$/, '')))
    },
    /** Token name of the only community shown on the request's domain; null if it shows all. */
    onlyCommunity: (request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null => onlyOf(of(request)),
    /** The forum's origin on the request's domain; the default domain's without a request. */
    originOf: (request: Pick<IncomingMessage, 'headers' | 'socket'> | null | undefined): string =>
      (request ? of(request) : standard()).origin,
    /** Prefix for cache keys, which keeps responses of domains and configurations apart. */
    cacheKey: (request: IncomingMessage): string => of(request).cacheKey,
    /** Whether an origin is the domain's at the request's host, also one that is not the canonical one. */
    isOwnOrigin(origin: string, request: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
      const host = hostOf(request)
      const domain = registry.at(host)
      return (
        origin === of(request).origin ||
        (domain !== undefined && origin === `${new URL(domain.origin).protocol}//${host}`)
      )
    },
    /** The origin that a page of this host redirects to; null: it is the domain's own. */
    otherOrigin(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null {
      const host = hostOf(request)
      const domain = domainAt(host)
      if (!domain) return null
      const { hostname } = new URL(domain.origin)
      return host.replace(/:\d*$/, '') === hostname ? null : domain.origin
    },
    /**
     * The input, with the token name of the community it refers to. If a call needs a community and the input names
     * none, that is the default one.
     */
    async completed<Input extends Record<string, unknown>>(
      name: CallName,
      input: Input,
      request: Pick<IncomingMessage, 'headers' | 'socket'>,
    ): Promise<Input> {
      // Its input names a community that doesn't exist yet.
      if (name === 'communityCreate') return input
      const { config } = of(request)
      for (const field of ['tokenName', 'community'] as const) {
        const nameInput = input[field]
        // Invalid names are left to the call's schema.
        if (typeof nameInput !== 'string' || nameInput === '' || nameInput.length > SLUG_MAX_LENGTH) continue
        const token = await meant(nameInput, { config, call: name })
        return token === nameInput ? input : { ...input, [field]: token }
      }
      if (input.tokenName !== undefined) return input
      // Slugs are unique within a community only. An id is looked up without one.
      const isOfOne =
        (name === 'postGet' && (config.isSingleTokenDomain || !isId(String(input.idOrSlug)))) ||
        (name === 'postList' && (config.isSingleTokenDomain || OF_ONE_COMMUNITY.has(input.type)))
      return isOfOne ? { ...input, tokenName: config.defaultTokenName } : input
    },
  }
}

/** Token name of the only community a domain shows; null if it shows all. */
function onlyOf({ config }: Pick<Domain, 'config'>): string | null {
  return config.isSingleTokenDomain ? config.defaultTokenName : null
}

function unlessMissing(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}
