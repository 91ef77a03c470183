import type { Database } from '../../db/database.ts'
import type { CommunityFacts, CommunityService } from '../communities/service.ts'
import type { DomainConfig, Translations } from './domain-config.ts'

/** The domain that this installation serves. */
export function createDomainService({
  database,
  communities,
  config,
  translations,
}: {
  database: Database
  communities: CommunityService
  config: DomainConfig
  translations: Translations | null
}) {
  return {
    config,
    /** The forum's own words in its language; null: in English. */
    translations,
    /** The community that is meant where none is named. */
    defaultCommunity: (): Promise<CommunityFacts> => communities.require(config.defaultTokenName),
    /** Makes the default community on a fresh installation. Of servers that start at once, one makes it. */
    async ensureDefaultCommunity(): Promise<void> {
      const { items } = await communities.list({ limit: 1 })
      if (items.length > 0) return
      try {
        await communities.create({
          tokenName: config.defaultTokenName,
          title: config.domainDisplayName,
          urlSlug: config.defaultTokenName.toLowerCase(),
          about: '',
          creatorId: '',
        })
      } catch (error) {
        if (!database.dialect.isUniqueViolation(error)) throw error
      }
    },
  }
}
