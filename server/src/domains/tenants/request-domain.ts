import type { IncomingMessage } from 'node:http'
import { type Call, type CallName, calls, type ErrorCode, isId, SLUG_MAX_LENGTH, TOKEN_NAME } from '@stoa/contract'
import { DomainError } from '../../platform/domain-error.ts'
import type { TrustProxy } from '../../platform/security/address.ts'
import type { CommunityService } from '../communities/service.ts'
import type { Domain, DomainConfig } from './domain-config.ts'

export type RequestDomains = ReturnType<typeof createRequestDomains>

/** Lists that are of one community, also where a domain has many. */
const OF_ONE_COMMUNITY: ReadonlySet<unknown> = new Set(['pinned', 'recommended', 'pending'])

/** What the default community of every domain is called beside its own name. */
const OLD_NAME = 'video'
/** What a call answers for a community that is not there: the first of these that it knows. */
const MISSING: readonly ErrorCode[] = ['COMMUNITY_NOT_FOUND', 'POST_NOT_FOUND', 'COMMENT_NOT_FOUND']

/** Tells which domain a request is for: by its Host, or by the one that a proxy has set in its place; else the default one. */
export function createRequestDomains(about: {
  all: readonly [Domain, ...Domain[]]
  /** Proxies that set `X-Forwarded-Host`; others pass on what the client has sent. */
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

  /** The community that a name means on a domain; where there is one only, any other is not there. */
  async function meant(name: string, { config, call }: { config: DomainConfig; call: CallName }): Promise<string> {
    const { defaultTokenName: own, isSingleTokenDomain } = config
    if (name.toLowerCase() === OLD_NAME) return own
    // Whatever is behind this knows communities by their token names alone: permissions, keys of caches, what drops them.
    if (!isSingleTokenDomain && TOKEN_NAME.test(name)) return name
    if (name.toLowerCase() === own.toLowerCase()) return own
    // The community's other name in addresses is as good.
    const found = await communities.require(name).catch(unlessMissing)
    if (!isSingleTokenDomain) return found?.tokenName ?? name
    if (found?.tokenName === own) return own
    const { errors }: Call = calls[call]
    throw new DomainError(MISSING.find((code) => errors.includes(code)) ?? 'COMMUNITY_NOT_FOUND')
  }

  return {
    of,
    /** Token name of the only community that the request's domain shows; null where all are shown. */
    onlyCommunity: (request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null => onlyOf(of(request)),
    /** The forum's origin, of the request's domain; of no request: of the default one. */
    originOf: (request: Pick<IncomingMessage, 'headers' | 'socket'> | null | undefined): string =>
      (request ? of(request) : standard).origin,
    /** Goes before the address in keys of caches: what a domain was answered is no answer for another one. */
    cacheKey: (request: IncomingMessage): string => (all.length === 1 ? '' : `${of(request).origin}\n`),
    /** What was sent, with the community that it means on the domain: the default one where a call names none and is about one. */
    async completed<Input extends Record<string, unknown>>(
      name: CallName,
      input: Input,
      request: Pick<IncomingMessage, 'headers' | 'socket'>,
    ): Promise<Input> {
      // What it names is not there yet.
      if (name === 'communityCreate') return input
      const { config } = of(request)
      for (const field of ['tokenName', 'community'] as const) {
        const named = input[field]
        // What is no name at all is for the call's schema to refuse.
        if (typeof named !== 'string' || named === '' || named.length > SLUG_MAX_LENGTH) continue
        const token = await meant(named, { config, call: name })
        return token === named ? input : { ...input, [field]: token }
      }
      if (input.tokenName !== undefined) return input
      // A slug is one of a community's; an id is found without.
      const isOfOne =
        (name === 'postGet' && (config.isSingleTokenDomain || !isId(String(input.idOrSlug)))) ||
        (name === 'postList' && (config.isSingleTokenDomain || OF_ONE_COMMUNITY.has(input.type)))
      return isOfOne ? { ...input, tokenName: config.defaultTokenName } : input
    },
  }
}

/** Token name of the only community that a domain shows; null where it shows all. */
function onlyOf({ config }: Pick<Domain, 'config'>): string | null {
  return config.isSingleTokenDomain ? config.defaultTokenName : null
}

function unlessMissing(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}
