import type { Me } from '@stoa/contract'
import { createFreshCache } from '../../../platform/cache/fresh-cache.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { originRepository, type SiteRow } from './repository.ts'

export type OriginService = ReturnType<typeof createOriginService>

/** Settings of a site's addresses, by host with port. */
export type RegisteredHosts = ReadonlyMap<string, { ignoresHtml: boolean }>

/** A partner's site as shown beside its articles. */
export interface Site {
  name: string
  /** Address of its icon; empty: none. */
  icon: string
}

const KNOWN_ORIGINS_MAX = 2000

/** Manages the partner origins that may embed and write. */
export function createOriginService({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const registrationCache = createFreshCache<boolean>({ clock, max: KNOWN_ORIGINS_MAX })
  return {
    /** Whether any community has registered the origin. Up to a second old. */
    async isRegistered(origin: string, tx?: Transaction): Promise<boolean> {
      // In a content security policy, a wildcard would match every subdomain.
      if (origin.includes('*')) return false
      if (tx) return originRepository(tx.connection).isRegistered(origin)
      return registrationCache.get(origin, async () => ({
        value: await originRepository(database.read).isRegistered(origin),
        tags: [origin],
      }))
    },
    /** Whether this community has registered the origin. */
    async isRegisteredBy(communityId: string, origin: string, tx?: Transaction): Promise<boolean> {
      return originRepository(database.from(tx)).isRegisteredBy(communityId, origin)
    },
    /** Throws SITE_BOUND if the viewer has signed in on a site that this community hasn't registered. */
    async checkSite({ site }: Pick<Me, 'site'>, communityId: string, tx?: Transaction): Promise<void> {
      if (site !== null && !(await originRepository(database.from(tx)).isRegisteredBy(communityId, site))) {
        throw new DomainError('SITE_BOUND')
      }
    },
    /** Ids of the communities that have registered the origin. */
    communitiesOf: (origin: string, tx?: Transaction): Promise<string[]> =>
      originRepository(database.from(tx)).communitiesOf(origin),
    /** Which of the hosts (with port) this community has registered, by http or https, with their settings. */
    async registeredHosts(communityId: string, hosts: string[], tx?: Transaction): Promise<RegisteredHosts> {
      const candidates = [...new Set(hosts)].flatMap((host) => [`https://${host}`, `http://${host}`])
      const originRows =
        candidates.length === 0 ? [] : await originRepository(database.from(tx)).among(communityId, candidates)
      const registered = new Map<string, { ignoresHtml: boolean }>()
      for (const { origin, ignores_html: ignores } of originRows) {
        const { host } = new URL(origin)
        registered.set(host, { ignoresHtml: ignores === 1 || registered.get(host)?.ignoresHtml === true })
      }
      return registered
    },
    /** Sites of articles, in the order of their communities and addresses. One query, none without articles. */
    async sitesOf(articles: { communityId: string; url: string }[], tx?: Transaction): Promise<Site[]> {
      if (articles.length === 0) return []
      const communityIds = [...new Set(articles.map(({ communityId }) => communityId))]
      const rows = await originRepository(database.from(tx)).sites(communityIds, originsOf(articles))
      const key = (communityId: string, origin: string) => `${communityId} ${new URL(origin).host}`
      const byKey = new Map(rows.map((row) => [key(row.community_id, row.origin), row]))
      return articles.map(({ communityId, url }) => siteOf(url, byKey.get(key(communityId, url))))
    },
    /**
     * Records what a page of a registered site says about the site. Other pages than its home page only add what isn't
     * known yet, as sections may call themselves differently. Returns whether anything changed.
     */
    async describe(
      tx: Transaction,
      { communityId, url }: { communityId: string; url: string },
      { name, icon }: { name: string | null; icon: string | null },
    ): Promise<boolean> {
      const repository = originRepository(tx.connection)
      const rows = await repository.sites([communityId], originsOf([{ url }]))
      const said = { ...(name !== null && { page_name: name }), ...(icon !== null && { page_icon: icon }) }
      const isHome = new URL(url).pathname === '/'
      let hasChanged = false
      for (const row of rows) {
        const news = Object.entries(said).filter(([column, value]) => {
          const known = row[column as keyof SiteRow]
          return known !== value && (isHome || known === '')
        })
        if (news.length === 0) continue
        await repository.update({ communityId, origin: row.origin }, Object.fromEntries(news))
        hasChanged = true
      }
      return hasChanged
    },
    /**
     * Sets a site's name and icon, which replace what its pages say; empty: no longer. False if the community hasn't
     * registered the origin. The caller checks the permission and tells the community.
     */
    async setSite(
      tx: Transaction,
      { communityId, origin }: { communityId: string; origin: string },
      { name, icon }: { name?: string | undefined; icon?: string | undefined },
    ): Promise<boolean> {
      const change = { ...(name !== undefined && { set_name: name }), ...(icon !== undefined && { set_icon: icon }) }
      return originRepository(tx.connection).update({ communityId, origin }, change)
    },
    /**
     * Registers the origin of an address (`https://news.example`) for a community; returns the origin. The caller
     * checks the permission.
     */
    async register(communityId: string, address: string, tx?: Transaction): Promise<string> {
      const { origin } = new URL(address)
      if (!/^https?:/.test(origin)) throw new TypeError('Only http and https origins can be registered.')
      if (origin.includes('*')) throw new TypeError('Each origin is registered by its own name.')
      await database.transaction(async ({ connection, afterCommit }) => {
        await originRepository(connection).insert({ community_id: communityId, origin, created_at: clock.now() })
        afterCommit(() => registrationCache.drop([origin]))
      }, tx)
      return origin
    },
    /** Registered origins and their communities; of one community, or of all (null). */
    async list(
      communityId: string | null,
      tx?: Transaction,
    ): Promise<{ communityId: string; origin: string; registeredAt: number }[]> {
      const rows = await originRepository(database.from(tx)).list(communityId)
      return rows.map((row) => ({ communityId: row.community_id, origin: row.origin, registeredAt: row.created_at }))
    },
    /** A page of all registered origins that contain a text. */
    async page(about: { text: string; from: [string, string] | null; limit: number }) {
      const rows = await originRepository(database.read).page(about)
      return rows.map((row) => {
        return { communityId: row.community_id, origin: row.origin, registeredAt: Number(row.created_at) }
      })
    },
    /**
     * Removes an origin: its pages can't embed the community anymore, but what they wrote stays. False if it wasn't
     * registered.
     */
    async remove(communityId: string, origin: string): Promise<boolean> {
      return database.transaction(async ({ connection, afterCommit }) => {
        afterCommit(() => registrationCache.drop([origin]))
        return originRepository(connection).delete(communityId, origin)
      })
    },
    /** Sets whether `foo` and `foo.html` of an origin are one page. False if the community hasn't registered it. */
    async setIgnoresHtml(communityId: string, origin: string, ignores: boolean): Promise<boolean> {
      return database.transaction(({ connection }) =>
        originRepository(connection).update({ communityId, origin }, { ignores_html: Number(ignores) }),
      )
    },
  }
}

/** Origins of the addresses' hosts, by http and https. */
function originsOf(articles: { url: string }[]): string[] {
  return [...new Set(articles.map(({ url }) => new URL(url).host))].flatMap((host) => [
    `https://${host}`,
    `http://${host}`,
  ])
}

/** A site without a name is called by its host. */
function siteOf(url: string, row: SiteRow | undefined): Site {
  const host = new URL(url).hostname.replace(/^www\./, '')
  return { name: row?.set_name || row?.page_name || host, icon: row?.set_icon || row?.page_icon || '' }
}
