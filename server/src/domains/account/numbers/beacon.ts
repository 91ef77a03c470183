import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { type Clock, DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { EventCounts } from '../../../platform/limits/event-counts.ts'
import { addressBuckets, widerNetworkOf } from '../../../platform/security/address.ts'
import { shortMac } from '../../../platform/security/keys.ts'
import { pathWithoutMapping } from '../../../platform/url-mapping.ts'
import { consentOf } from '../../moderation/insets/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { Domain, Tenants } from '../../people/tenants/index.ts'
import { type MarkRow, numbersRepository } from './repository.ts'

/** Pages that a browser has shown. */
export interface SentViews {
  request: Pick<IncomingMessage, 'headers' | 'socket'>
  address: string
  userAgent: string
  views: readonly { id: string; path: string }[]
}

/** Communities by the names in addresses; empty: there is none. */
const NAMES_MAX = 2000
const NAMES_MS = 10 * MINUTE_MS
const IN_COMMUNITY = /^\/bbs\/([A-Za-z0-9-]{1,80})(?:\/|$)/

/**
 * Counts views and visits. Of a visitor, only a hash of day, network and browser is kept, with a salt that is thrown away
 * when the day ends; a visit is one visitor on one domain on one day (UTC).
 */
export function createBeacon(about: {
  database: Pick<Database, 'read' | 'transaction'>
  clock: Clock
  eventCounts: EventCounts
  communities: Pick<CommunityService, 'require'>
  domainOf: Tenants['of']
}) {
  const { database, clock, eventCounts, communities, domainOf } = about
  const names = new LRUCache<string, string>({ max: NAMES_MAX, ttl: NAMES_MS })
  let salted: { day: number; key: Buffer } | null = null

  async function saltOf(day: number): Promise<Buffer> {
    if (salted?.day === day) return salted.key
    await database.transaction(({ connection }) =>
      numbersRepository(connection).addSalt(day, randomBytes(32).toString('hex')),
    )
    const salt = (await numbersRepository(database.read).salt(day)) ?? ''
    salted = { day, key: Buffer.from(salt, 'hex') }
    return salted.key
  }

  /** Id of the community that a page belongs to; empty: none. */
  async function communityOf(path: string, domain: Pick<Domain, 'config' | 'formerPrefixes'>): Promise<string> {
    const { isSingleTokenDomain, defaultTokenName } = domain.config
    const name = IN_COMMUNITY.exec(pathWithoutMapping(domain, path))?.[1]
    const meant = path === '/' || isSingleTokenDomain ? defaultTokenName : name
    if (meant === undefined) return ''
    const key = meant.toLowerCase()
    const known = names.get(key)
    if (known !== undefined) return known
    const id = await communities.require(meant).then(
      (community) => community.id,
      (error: unknown) => {
        if (error instanceof DomainError) return ''
        throw error
      },
    )
    names.set(key, id)
    return id
  }

  /** Stores the marks that are new, as far as the sender's network may add any. */
  async function store(key: Buffer, address: string, { views, visits }: Record<'views' | 'visits', MarkRow[]>) {
    await database.transaction(async (tx) => {
      const repository = numbersRepository(tx.connection)
      const known = await repository.markedOf([...views, ...visits].map((row) => row.mark))
      const isNew = (row: MarkRow) => !known.has(row.mark)
      const of = [visits[0]?.domain_name ?? '']
      const allowanceOf = (policy: 'visitsByNetwork' | 'pageViewsByNetwork') =>
        eventCounts.allowance(tx, { policy, of, address, key })
      // The first mark is the visit of the whole domain, without which nobody visits its communities.
      const arrival = visits.slice(0, 1).some(isNew) ? await allowanceOf('visitsByNetwork') : null
      const newVisits = arrival?.left === 0 ? [] : visits.filter(isNew)
      if (arrival && arrival.left > 0) await arrival.use(1)
      const unseen = [...new Map(views.filter(isNew).map((row) => [row.mark, row])).values()]
      const allowance = unseen.length > 0 ? await allowanceOf('pageViewsByNetwork') : null
      const newViews = unseen.slice(0, allowance?.left ?? 0)
      if (newViews.length > 0) await allowance?.use(newViews.length)
      if (newVisits.length + newViews.length > 0) await repository.mark([...newViews, ...newVisits])
    })
  }

  return {
    /**
     * Counts each view once, however often it is sent, and at most so many per network and day. Bots don't count, nor who
     * doesn't allow statistics.
     */
    async record({ request, address, userAgent, views }: SentViews): Promise<void> {
      const domain = domainOf(request)
      if (isbot(userAgent) || !consentOf(request.headers, domain).statistics) return
      const now = clock.now()
      const key = await saltOf(Math.floor(now / DAY_MS) * DAY_MS)
      const network = widerNetworkOf(addressBuckets(address)[0]?.prefix ?? '')
      const mark = (communityId: string) =>
        shortMac(key, JSON.stringify([domain.name, communityId, network, userAgent]))
      const shown = await Promise.all(
        views.map(async ({ id, path }) => ({ id, communityId: await communityOf(path, domain) })),
      )
      const visited = new Set(['', ...shown.map(({ communityId }) => communityId)])
      await store(key, address, {
        views: shown.map(({ id, communityId }) => ({
          ...{ domain_name: domain.name, seen_at: now },
          ...{ mark: `v${id}`, community_id: communityId, is_visit: 0 },
        })),
        visits: [...visited].map((id) => ({
          ...{ domain_name: domain.name, seen_at: now },
          ...{ mark: `d${mark(id)}`, community_id: id, is_visit: 1 },
        })),
      })
    },
  }
}
