import { CURRENCY_SYMBOLS, type DomainPublic, type PublicSettings } from '@stoa/contract'
import { DomainError } from '../../../platform/domain-error.ts'
import type { CommunityService } from '../communities/index.ts'
import type { Domain } from '../tenants/index.ts'

/** Every token costs a dollar until prices are stored. */
const PRICE = '1'

/** What everybody may know about a domain. It names no other domain, and a single community's no other community. */
export function createPublicSettings({ communities }: { communities: Pick<CommunityService, 'require'> }) {
  return {
    async domain({ origin, config }: Pick<Domain, 'origin' | 'config'>): Promise<{ domain: DomainPublic }> {
      const { defaultTokenName: symbol, isSingleTokenDomain } = config
      const community = isSingleTokenDomain ? null : await communities.require(symbol).catch(() => null)
      const singleTokenName = isSingleTokenDomain ? symbol : null
      const featuredTokens = community?.featuredTokens ?? []
      return { domain: { id: new URL(origin).host, isSingleTokenDomain, symbol, singleTokenName, featuredTokens } }
    },
    async settings({
      origin,
      hosts,
      config,
    }: Pick<Domain, 'origin' | 'hosts' | 'config'>): Promise<{ settings: PublicSettings }> {
      const { defaultTokenName: tokenName, language, timeZone, communityFounders: founders } = config
      return {
        settings: {
          BridgeParams: { isAvailable: false },
          CommunityDefaults: { tokenName, language, timeZone, founders },
          'Domains-Symbols': Object.fromEntries(hosts.map((host) => [host, tokenName])),
          ExternalArticleDomain: origin,
          RTBPrice: PRICE,
        },
      }
    },
    async price({ tokenName: name, currency }: { tokenName: string; currency: string }) {
      const { tokenName } = await communities.require(name)
      if (currency !== 'USD')
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'currency', message: `getPrice - ${currency} is not supported yet` },
        ])
      return { tokenName, currency, symbol: CURRENCY_SYMBOLS.USD, price: PRICE }
    },
  }
}
