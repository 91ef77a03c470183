import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { CommunityFacts, CommunityService } from '../communities/index.ts'
import type { Domain, DomainConfig } from './domain-config.ts'

/**
 * The scope of a domain's admin (by host; empty for the default domain): the token name of its only community, or
 * `all`. Null if the domain no longer exists.
 */
export function createDomainScopes(all: readonly [Domain, ...Domain[]]) {
  return (host: string): { host: string; onlyCommunity: string | null } | null => {
    const domain = host === '' ? all[0] : all.find(({ origin }) => new URL(origin).host === host)
    if (!domain) return null
    return {
      host: new URL(domain.origin).host,
      onlyCommunity: domain.config.isSingleTokenDomain ? domain.config.defaultTokenName : null,
    }
  }
}

export type DomainScopes = ReturnType<typeof createDomainScopes>

export type DomainService = ReturnType<typeof createDomainService>

/** Provides the domains served by this installation, the default one first. */
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
    /** The home domain of a community (by token name; empty for none). */
    homeOf(tokenName: string): Domain {
      const homeDomain = all.find((domain) => domain.config.defaultTokenName === tokenName)
      return homeDomain ?? all.find((domain) => !domain.config.isSingleTokenDomain) ?? all[0]
    },
    /** The default community. */
    defaultCommunity: (tx?: Transaction): Promise<CommunityFacts> => communities.require(config.defaultTokenName, tx),
    /**
     * Creates missing communities of domains; the default one only on a new installation or while nobody
     * owns the forum (`isUnclaimed`), since its name in the settings may change until then. If several servers start at
     * once, one of them creates each.
     */
    async ensureDefaultCommunity({ isUnclaimed = false } = {}): Promise<void> {
      const { items } = await communities.list({ limit: 1 })
      if (items.length === 0) await ensure(config)
      for (const { config: further } of isUnclaimed ? all : all.slice(1)) {
        const isThere = await communities.require(further.defaultTokenName).then(
          () => true,
          () => false,
        )
        if (!isThere) await ensure(further)
      }
    },
  }
}
