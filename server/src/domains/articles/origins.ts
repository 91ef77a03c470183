import type { Me } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/domain-error.ts'
import { createFreshCache } from '../../lib/fresh-cache.ts'
import { originRepository } from './origins-repository.ts'

export type OriginService = ReturnType<typeof createOriginService>

const KNOWN_ORIGINS_MAX = 2000

/** Which partner origins may embed and write. */
export function createOriginService({ database, clock }: { database: Database; clock: Clock }) {
  const known = createFreshCache<boolean>({ clock, max: KNOWN_ORIGINS_MAX })
  return {
    /** True when any community has registered the origin; up to a second old. */
    async isRegistered(origin: string): Promise<boolean> {
      return known.get(origin, async () => ({
        value: await originRepository(database.read).isRegistered(origin),
        tags: [origin],
      }))
    },
    /** True when this community has registered the origin. */
    async isRegisteredBy(communityId: string, origin: string): Promise<boolean> {
      return originRepository(database.read).isRegisteredBy(communityId, origin)
    },
    /** Throws SITE_BOUND when the viewer has signed in on a site that this community has not registered. */
    async checkSite({ site }: Pick<Me, 'site'>, communityId: string): Promise<void> {
      if (site !== null && !(await originRepository(database.read).isRegisteredBy(communityId, site))) {
        throw new DomainError('SITE_BOUND')
      }
    },
    /** Those of some hosts (with port) on which this community has registered an origin, by http or https. */
    async registeredHosts(communityId: string, hosts: string[]): Promise<Set<string>> {
      const asked = [...new Set(hosts)].flatMap((host) => [`https://${host}`, `http://${host}`])
      const found = asked.length === 0 ? [] : await originRepository(database.read).among(communityId, asked)
      return new Set(found.map((origin) => new URL(origin).host))
    },
    /** Registers the origin of an address (`https://news.example`) for a community; the caller has checked who may. Returns the origin. */
    async register(communityId: string, address: string): Promise<string> {
      const { origin } = new URL(address)
      if (!/^https?:/.test(origin)) throw new TypeError('Only http and https origins can be registered.')
      await database.transaction(async ({ connection, afterCommit }) => {
        await originRepository(connection).insert({ community_id: communityId, origin, created_at: clock.now() })
        afterCommit(() => known.drop([origin]))
      })
      return origin
    },
  }
}
