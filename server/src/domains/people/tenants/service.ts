import { promotionPrice } from '@stoa/contract'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { CommunityFacts, CommunityService } from '../communities/index.ts'
import type { Domain, DomainConfig } from './domain-config.ts'
import type { DomainRegistry } from './registry.ts'

/** A domain that somebody administers. */
export interface DomainScope {
  name: string
  host: string
  /** Token name of its only community; null if it shows all. */
  onlyCommunity: string | null
}

/**
 * The scope of a domain's admin: by the domain's name; empty for the default domain. Where files configure the domains,
 * also by its host, as it was stored formerly; otherwise the import stores the name instead. Null if the domain no longer
 * exists.
 */
export function createDomainScopes(registry: DomainRegistry, { isFromFiles }: { isFromFiles: boolean }) {
  return (stored: string): DomainScope | null => {
    const domain =
      stored === '' ? registry.all()[0] : (registry.named(stored) ?? (isFromFiles ? registry.at(stored) : undefined))
    if (!domain) return null
    const { isSingleTokenDomain, defaultTokenName } = domain.config
    return {
      name: domain.name,
      host: new URL(domain.origin).host,
      onlyCommunity: isSingleTokenDomain ? defaultTokenName : null,
    }
  }
}

export type DomainScopes = ReturnType<typeof createDomainScopes>

export type DomainService = ReturnType<typeof createDomainService>

/** Provides the domains served by this installation, the default one first. */
export function createDomainService({
  database,
  communities,
  registry,
}: {
  database: Database
  communities: CommunityService
  registry: DomainRegistry
}) {
  const standard = () => registry.all()[0]
  const ownOf = (tokenName: string) => registry.all().filter(({ config }) => config.defaultTokenName === tokenName)
  function homeOf(tokenName: string): Domain {
    const all = registry.all()
    return ownOf(tokenName)[0] ?? all.find((domain) => !domain.config.isSingleTokenDomain) ?? all[0]
  }

  /** The domains whose settings hold wherever a community is shown. */
  const rulingOf = (tokenName: string): Domain[] => {
    const own = ownOf(tokenName)
    return own.length > 0 ? own : [homeOf(tokenName)]
  }
  communities.setMoney((tokenName) => {
    if (registry.all().every(({ config }) => !config.money)) return {}
    const prices = rulingOf(tokenName).map(({ config }) => config.promotionDayPrice)
    const highest = prices.reduce((one, other) => (promotionPrice(one, 24) < promotionPrice(other, 24) ? other : one))
    const isOff = ownOf(tokenName).some(({ config }) => !config.money)
    return { ...(isOff && { moneyOff: true }), promotionDayPrice: highest }
  })

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
    get all() {
      return registry.all()
    },
    /** Also domains without a proven host. */
    get stored() {
      return registry.stored()
    },
    /** The home domain of a community (by token name; empty for none). */
    homeOf,
    /** Whether members have money in a community at a domain: both that and the community's own domain must have it. */
    hasMoney({ config }: Pick<Domain, 'config'>, tokenName: string): boolean {
      return config.money && ownOf(tokenName).every((domain) => domain.config.money)
    },
    /** Settings that concern a community's money at a domain: its own, and those of the community's own domains. */
    moneySettings({ config }: Pick<Domain, 'config'>, tokenName: string): [DomainConfig, ...DomainConfig[]] {
      return [config, ...rulingOf(tokenName).map((domain) => domain.config)]
    },
    /** The default community. */
    defaultCommunity: (tx?: Transaction): Promise<CommunityFacts> =>
      communities.require(standard().config.defaultTokenName, tx),
    /**
     * Creates missing communities of domains; the default one only on a new installation or while nobody
     * owns the forum (`isUnclaimed`), since its name in the settings may change until then. If several servers start at
     * once, one of them creates each.
     */
    async ensureDefaultCommunity({ isUnclaimed = false } = {}): Promise<void> {
      const { items } = await communities.list({ limit: 1 })
      const [{ config }, ...others] = registry.all()
      if (items.length === 0) await ensure(config)
      for (const { config: further } of isUnclaimed ? registry.all() : others) {
        const isThere = await communities.require(further.defaultTokenName).then(
          () => true,
          () => false,
        )
        if (!isThere) await ensure(further)
      }
    },
  }
}
