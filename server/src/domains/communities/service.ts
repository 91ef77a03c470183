import type { Community, Flair, Page } from '@stoa/contract'
import { PAGE_SIZE } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Cursors } from '../../lib/cursor.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { Ids } from '../../lib/ids.ts'
import { presentCommunity } from './presenter.ts'
import { type CommunityListPosition, type CommunityRow, communityRepository } from './repository.ts'

/** What other domains need to know of a community. */
export interface CommunityFacts {
  id: string
  tokenName: string
  title: string
  urlSlug: string
  /** Empty where nobody made it. */
  creatorID: string
  approvePosts: boolean
  approveComments: boolean
  anonymousComments: boolean
}

export interface NewCommunity {
  tokenName: string
  title: string
  urlSlug: string
  about: string
  creatorId: string
  approvePosts?: boolean
  flairs?: string[]
}

interface Dependencies {
  database: Database
  clock: Clock
  ids: Ids
  cursors: Cursors
  events: Events
}

const LIST = 'communities'

export type CommunityService = ReturnType<typeof createCommunityService>

export function createCommunityService({ database, clock, ids, cursors, events }: Dependencies) {
  const read = () => communityRepository(database.read)
  /** Of the communities that domains are of. */
  const idsByName = new Map<string, string>()

  async function require(name: string): Promise<CommunityFacts> {
    const row = await read().byName(name)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    return factsOf(row)
  }

  async function get(name: string): Promise<Community> {
    const row = await read().byName(name)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    return presentCommunity(row, await read().flairsOf([row.id]))
  }

  return {
    get,
    /** Facts of a community by token name or URL slug; throws COMMUNITY_NOT_FOUND. */
    require,
    /** Id of a community by its token name, which it keeps: looked up once. Throws COMMUNITY_NOT_FOUND. */
    async idOf(tokenName: string): Promise<string> {
      const id = idsByName.get(tokenName) ?? (await require(tokenName)).id
      idsByName.set(tokenName, id)
      return id
    },
    /** Facts of several communities by id, for the rows of a page. */
    async factsById(communityIds: string[]): Promise<Map<string, CommunityFacts>> {
      const rows = communityIds.length === 0 ? [] : await read().byIds([...new Set(communityIds)])
      return new Map(rows.map((row) => [row.id, factsOf(row)]))
    },
    /** Whether posts of the community are sorted by topics. */
    async hasFlairs(communityId: string): Promise<boolean> {
      return (await read().flairsOf([communityId])).length > 0
    },
    /** Topics by id, also deleted ones that posts still carry. */
    async flairsById(flairIds: string[]): Promise<Map<string, Flair & { communityId: string; deleted: boolean }>> {
      const rows = flairIds.length === 0 ? [] : await read().flairsById([...new Set(flairIds)])
      return new Map(
        rows.map(({ id, name, community_id, deleted_at }) => [
          id,
          { id, name, communityId: community_id, deleted: deleted_at > 0 },
        ]),
      )
    },
    /** Communities, or the only one that is shown (by token name). */
    async list({
      limit = PAGE_SIZE,
      cursor,
      only = null,
    }: {
      limit?: number | undefined
      cursor?: string | undefined
      only?: string | null
    }): Promise<Page<Community>> {
      const after = cursor ? (cursors.decode(LIST, cursor) as CommunityListPosition) : null
      const rows = await read().list({ after, limit: limit + 1, only })
      const shown = rows.slice(0, limit)
      const flairs = await read().flairsOf(shown.map((row) => row.id))
      const last = shown.at(-1)
      const hasMore = rows.length > limit
      return {
        items: shown.map((row) => presentCommunity(row, flairs)),
        cursor: hasMore && last ? cursors.encode(LIST, [last.number_of_members, last.id]) : null,
        hasMore,
      }
    },
    /** Adds to the counters inside the transaction of what is counted, and tells the community's room after it. */
    async count(unit: Unit, communityId: string, change: { members?: number; posts?: number }): Promise<void> {
      const repository = communityRepository(unit.connection)
      await repository.count(communityId, change)
      const row = await repository.byId(communityId)
      if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
      events.publish(unit, {
        name: 'community.changed',
        room: rooms.community(row.token_name),
        payload: { tokenName: row.token_name, numberOfMembers: row.number_of_members, totalPosts: row.total_posts },
      })
    },
    /** Lets decisions about the community be made one after the other, until the transaction ends. */
    async lock({ connection }: Unit, communityId: string): Promise<void> {
      await communityRepository(connection).lock(communityId, database.dialect)
    },
    /** Makes a community with its topics; the caller has checked who may. Returns its id. */
    async create(community: NewCommunity): Promise<string> {
      return database.transaction(async ({ connection }) => {
        const repository = communityRepository(connection)
        const id = ids.next()
        const now = clock.now()
        await repository.insert({
          id,
          token_name: community.tokenName,
          title: community.title,
          url_slug: community.urlSlug,
          creator_id: community.creatorId,
          logo_url: '',
          about: community.about,
          post_types: '["community","story"]',
          approve_posts: Number(community.approvePosts ?? false),
          approve_comments: 0,
          anonymous_comments: 1,
          publish_status: 1,
          number_of_members: 0,
          total_posts: 0,
          created_at: now,
          updated_at: now,
        })
        for (const [position, name] of (community.flairs ?? []).entries()) {
          await repository.insertFlair({
            id: ids.next(),
            community_id: id,
            name,
            name_key: name.toLowerCase(),
            position,
            deleted_at: 0,
          })
        }
        return id
      })
    },
  }
}

function factsOf(row: CommunityRow): CommunityFacts {
  return {
    id: row.id,
    tokenName: row.token_name,
    title: row.title,
    urlSlug: row.url_slug,
    creatorID: row.creator_id,
    approvePosts: Boolean(row.approve_posts),
    approveComments: Boolean(row.approve_comments),
    anonymousComments: Boolean(row.anonymous_comments),
  }
}
