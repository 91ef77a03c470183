import type { Me } from '@stoa/contract'
import { createFreshCache } from '../../platform/cache/fresh-cache.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { originRepository } from './repository.ts'

export type OriginService = ReturnType<typeof createOriginService>

/** How the addresses of a site are read, by host with port. */
export type RegisteredHosts = ReadonlyMap<string, { ignoresHtml: boolean }>

const KNOWN_ORIGINS_MAX = 2000

/** Which partner origins may embed and write. */
export function createOriginService({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const known = createFreshCache<boolean>({ clock, max: KNOWN_ORIGINS_MAX })
  return {
    /** True when any community has registered the origin; up to a second old. */
    async isRegistered(origin: string, tx?: Transaction): Promise<boolean> {
      // As a source in a policy this would be every site below it.
      if (origin.includes('*')) return false
      if (tx) return originRepository(tx.connection).isRegistered(origin)
      return known.get(origin, async () => ({
        value: await originRepository(database.read).isRegistered(origin),
        tags: [origin],
      }))
    },
    /** True when this community has registered the origin. */
    async isRegisteredBy(communityId: string, origin: string, tx?: Transaction): Promise<boolean> {
      return originRepository(database.from(tx)).isRegisteredBy(communityId, origin)
    },
    /** Throws SITE_BOUND when the viewer has signed in on a site that this community has not registered. */
    async checkSite({ site }: Pick<Me, 'site'>, communityId: string, tx?: Transaction): Promise<void> {
      if (site !== null && !(await originRepository(database.from(tx)).isRegisteredBy(communityId, site))) {
        throw new DomainError('SITE_BOUND')
      }
    },
    /** Ids of the communities that have registered the origin. */
    communitiesOf: (origin: string, tx?: Transaction): Promise<string[]> =>
      originRepository(database.from(tx)).communitiesOf(origin),
    /** Those of some hosts (with port) on which this community has registered an origin, by http or https. */
    async registeredHosts(communityId: string, hosts: string[], tx?: Transaction): Promise<RegisteredHosts> {
      const asked = [...new Set(hosts)].flatMap((host) => [`https://${host}`, `http://${host}`])
      const found = asked.length === 0 ? [] : await originRepository(database.from(tx)).among(communityId, asked)
      const registered = new Map<string, { ignoresHtml: boolean }>()
      for (const { origin, ignores_html: ignores } of found) {
        const { host } = new URL(origin)
        registered.set(host, { ignoresHtml: ignores === 1 || registered.get(host)?.ignoresHtml === true })
      }
      return registered
    },
    /** Registers the origin of an address (`https://news.example`) for a community; the caller has checked who may. Returns the origin. */
    async register(communityId: string, address: string): Promise<string> {
      const { origin } = new URL(address)
      if (!/^https?:/.test(origin)) throw new TypeError('Only http and https origins can be registered.')
      if (origin.includes('*')) throw new TypeError('Each origin is registered by its own name.')
      await database.transaction(async ({ connection, afterCommit }) => {
        await originRepository(connection).insert({ community_id: communityId, origin, created_at: clock.now() })
        afterCommit(() => known.drop([origin]))
      })
      return origin
    },
    /** Registered origins with the communities they embed, of all communities or of one. */
    async list(communityId: string | null): Promise<{ communityId: string; origin: string; registeredAt: number }[]> {
      const rows = await originRepository(database.read).list(communityId)
      return rows.map((row) => ({ communityId: row.community_id, origin: row.origin, registeredAt: row.created_at }))
    },
    /** Lets pages of an origin embed a community no more; what they wrote stays. False when it was not registered. */
    async remove(communityId: string, origin: string): Promise<boolean> {
      return database.transaction(async ({ connection, afterCommit }) => {
        afterCommit(() => known.drop([origin]))
        return originRepository(connection).delete(communityId, origin)
      })
    },
    /** Says whether `foo` and `foo.html` of an origin are one page. False when the community has not registered it. */
    async setIgnoresHtml(communityId: string, origin: string, ignores: boolean): Promise<boolean> {
      return database.transaction(({ connection }) =>
        originRepository(connection).update({ communityId, origin }, { ignores_html: Number(ignores) }),
      )
    },
  }
}
