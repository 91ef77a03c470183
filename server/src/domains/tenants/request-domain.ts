import type { IncomingMessage } from 'node:http'
import { type Call, type CallName, calls, type ErrorCode, isId, SLUG_MAX_LENGTH, TOKEN_NAME } from '@stoa/contract'
import { DomainError } from '../../platform/domain-error.ts'
import type { TrustProxy } from '../../platform/security/address.ts'
import type { CommunityService } from '../communities/service.ts'
import type { Domain, DomainConfig } from './domain-config.ts'

export type RequestDomains = ReturnType<typeof createRequestDomains>

/** Lists of one community, even on domains with many. */
const OF_ONE_COMMUNITY: ReadonlySet<unknown> = new Set(['pinned', 'recommended', 'pending', 'withPoll', 'withVideo'])

/** Alias of every domain's default community. */
const OLD_NAME = 'video'
/** A call's error for a missing community: the first of these that it declares. */
const MISSING: readonly ErrorCode[] = ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'COMMENT_NOT_FOUND']

/** Finds a request's domain: by its Host, or the one set by a proxy; else the default one. */
export function createRequestDomains(about: {
  all: readonly [Domain, ...Domain[]]
  /** Proxies that set `X-Forwarded-Host`; others pass on the client's. */
  setsHost: TrustProxy
  communities: Pick<CommunityService, 'require'>
}) {
  const { all, setsHost, communities } = about
  const [standard] = all
  const byHost = new Map(all.map((domain) => [new URL(domain.origin).host, domain]))

  function of({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): Domain {
    if (all.length === 1) return standard
    const forwarded = headers['x-forwarded-host']
    const isForwarded = forwarded !== undefined && setsHost(socket.remoteAddress ?? '', 0)
    const host = isForwarded ? String(forwarded).split(',')[0] : headers.host
    return byHost.get((host ?? '').trim().toLowerCase()) ?? standard
  }

  /** The community a name refers to on a domain; on a single-community domain all others are missing. */
  async function meant(name: string, { config, call }: { config: DomainConfig; call: CallName }): Promise<string> {
    const { defaultTokenName: own, isSingleTokenDomain } = config
    if (name.toLowerCase() === OLD_NAME) return own
    // Everything behind this uses token names only: permissions, cache keys and invalidation.
    if (!isSingleTokenDomain && TOKEN_NAME.test(name)) return name
    if (name.toLowerCase() === own.toLowerCase()) return own
    // A community's slug works as well.
    const found = await communities.require(name).catch(unlessMissing)
    if (!isSingleTokenDomain) return found?.tokenName ?? name
    if (found?.tokenName === own) return own
    const { errors }: Call = calls[call]
    throw new DomainError(MISSING.find((code) => errors.includes(code)) ?? 'COMMUNITY_NOT_FOUND')
  }

  return {
    of,
    /** Token name of the only community the request's domain shows; null if it shows all. */
    onlyCommunity: (request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null => onlyOf(of(request)),
    /** The forum's origin on the request's domain; without a request the default one's. */
    originOf: (request: Pick<IncomingMessage, 'headers' | 'socket'> | null | undefined): string =>
      (request ? of(request) : standard).origin,
    /** Prefix for cache keys, which keeps the domains' responses apart. */
    cacheKey: (request: IncomingMessage): string => (all.length === 1 ? '' : `${of(request).origin}\n`),
    /** The input, with the community it refers to on the domain: the default one if a call needs one and names none. */
    async completed<Input extends Record<string, unknown>>(
      name: CallName,
      input: Input,
      request: Pick<IncomingMessage, 'headers' | 'socket'>,
    ): Promise<Input> {
      // It names a community that doesn't exist yet.
      if (name === 'communityCreate') return input
      const { config } = of(request)
      for (const field of ['tokenName', 'community'] as const) {
        const named = input[field]
        // Invalid names are left to the call's schema.
        if (typeof named !== 'string' || named === '' || named.length > SLUG_MAX_LENGTH) continue
        const token = await meant(named, { config, call: name })
        return token === named ? input : { ...input, [field]: token }
      }
      if (input.tokenName !== undefined) return input
      // A slug is a community's; an id is looked up without it.
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
