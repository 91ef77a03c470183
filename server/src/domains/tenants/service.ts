import type { Database } from '../../platform/database/database.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import type { Domain, DomainConfig } from './domain-config.ts'

/**
 * What the admin of a domain (by its host; empty: the default one) is admin of: the token name of its only community, or
 * `all`. Null where the domain is not there any more.
 */
export function createDomainScopes(all: readonly [Domain, ...Domain[]]) {
  return (host: string): { host: string; only: string | null } | null => {
    const domain = host === '' ? all[0] : all.find(({ origin }) => new URL(origin).host === host)
    if (!domain) return null
    return {
      host: new URL(domain.origin).host,
      only: domain.config.isSingleTokenDomain ? domain.config.defaultTokenName : null,
    }
  }
}

export type DomainScopes = ReturnType<typeof createDomainScopes>

export type DomainService = ReturnType<typeof createDomainService>

/** The domains that this installation serves, the default one first. */
export function createDomainService({
  database,
  communities,
  all,
}: {
  database: Database
  communities: CommunityService
  all: readonly [Domain, ...Domain[]]
}) {
  const [{ config }] = all

  async function ensure({ defaultTokenName, domainDisplayName }: DomainConfig): Promise<void> {
    try {
      await communities.create({
        tokenName: defaultTokenName,
        title: domainDisplayName,
        urlSlug: defaultTokenName.toLowerCase(),
        about: '',
        creatorId: '',
      })
    } catch (error) {
      if (!database.dialect.isUniqueViolation(error)) throw error
    }
  }

  return {
    all,
    /** Where a community (by its token name; empty: none) is at home. */
    homeOf(tokenName: string): Domain {
      const own = all.find((domain) => domain.config.defaultTokenName === tokenName)
      return own ?? all.find((domain) => !domain.config.isSingleTokenDomain) ?? all[0]
    },
    /** The community that is meant where none is named. */
    defaultCommunity: (): Promise<CommunityFacts> => communities.require(config.defaultTokenName),
    /** Makes the domains' communities where they are missing: the default one on a fresh installation only. Of servers that start at once, one makes each. */
    async ensureDefaultCommunity(): Promise<void> {
      const { items } = await communities.list({ limit: 1 })
      if (items.length === 0) await ensure(config)
      for (const { config: further } of all.slice(1)) {
        const isThere = await communities.require(further.defaultTokenName).then(
          () => true,
          () => false,
        )
        if (!isThere) await ensure(further)
      }
    },
  }
}
