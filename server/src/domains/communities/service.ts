import { type Community, type Flair, PAGE_SIZE, type Page } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/domain-error.ts'
import { rooms } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MediaAddresses } from '../media/media-addresses.ts'
import { type CommunityListPosition, type CommunityRow, communityRepository, type FlairRow } from './repository.ts'

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

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors' | 'events'> {
  media: Pick<MediaAddresses, 'picture'>
}

const LIST = 'communities'

export type CommunityService = ReturnType<typeof createCommunityService>

export function createCommunityService({ database, clock, ids, cursors, events, media }: Dependencies) {
  const read = (tx?: Transaction) => communityRepository(database.from(tx))
  /** Of the communities that domains are of. */
  const idsByName = new Map<string, string>()

  async function require(name: string, tx?: Transaction): Promise<CommunityFacts> {
    const row = await read(tx).byName(name)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    return factsOf(row)
  }

  async function get(name: string, tx?: Transaction): Promise<Community> {
    const row = await read(tx).byName(name)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    return presentCommunity(row, { flairs: await read(tx).flairsOf([row.id]), media })
  }

  return {
    get,
    /** Facts of a community by token name or URL slug; throws COMMUNITY_NOT_FOUND. */
    require,
    /** Id of a community by its token name, which it keeps: looked up once. Throws COMMUNITY_NOT_FOUND. */
    async idOf(tokenName: string, tx?: Transaction): Promise<string> {
      const id = idsByName.get(tokenName) ?? (await require(tokenName, tx)).id
      idsByName.set(tokenName, id)
      return id
    },
    /** Of some token names those of communities. */
    existing: (tokenNames: string[]): Promise<string[]> =>
      tokenNames.length === 0 ? Promise.resolve([]) : read().existing(tokenNames),
    /** Facts of several communities by id, for the rows of a page. */
    async factsById(communityIds: string[], tx?: Transaction): Promise<Map<string, CommunityFacts>> {
      const rows = communityIds.length === 0 ? [] : await read(tx).byIds([...new Set(communityIds)])
      return new Map(rows.map((row) => [row.id, factsOf(row)]))
    },
    /** Whether posts of the community are sorted by topics. */
    async hasFlairs(communityId: string, tx?: Transaction): Promise<boolean> {
      return (await read(tx).flairsOf([communityId])).length > 0
    },
    /** Topics by id, also deleted ones that posts still carry. */
    async flairsById(
      flairIds: string[],
      tx?: Transaction,
    ): Promise<Map<string, Flair & { communityId: string; deleted: boolean }>> {
      const rows = flairIds.length === 0 ? [] : await read(tx).flairsById([...new Set(flairIds)])
      return new Map(
        rows.map(({ id, name, color, community_id, deleted_at }) => [
          id,
          { id, name, color, communityId: community_id, deleted: deleted_at > 0 },
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
        items: shown.map((row) => presentCommunity(row, { flairs, media })),
        cursor: hasMore && last ? cursors.encode(LIST, [last.number_of_members, last.id]) : null,
        hasMore,
      }
    },
    /** Adds to the counters inside the transaction of what is counted, and tells the community's room after it. */
    async count(tx: Transaction, communityId: string, change: { members?: number; posts?: number }): Promise<void> {
      const repository = communityRepository(tx.connection)
      await repository.count(communityId, change)
      const row = await repository.byId(communityId)
      if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
      events.publish(tx, {
        name: 'community.changed',
        room: rooms.community(row.token_name),
        payload: { tokenName: row.token_name, numberOfMembers: row.number_of_members, totalPosts: row.total_posts },
      })
    },
    /** Lets decisions about the community be made one after the other, until the transaction ends. */
    async lock({ connection }: Transaction, communityId: string): Promise<void> {
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
            color: 'gray',
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

function presentCommunity(
  row: CommunityRow,
  { flairs, media }: { flairs: FlairRow[]; media: Pick<MediaAddresses, 'picture'> },
): Community {
  return {
    id: row.id,
    tokenName: row.token_name,
    title: row.title,
    about: row.about ?? '',
    creatorID: row.creator_id,
    logoImageURI: media.picture(row.logo_url),
    urlSlug: row.url_slug,
    activeFlairs: flairs
      .filter((flair) => flair.community_id === row.id)
      .map(({ id, name, color }) => ({ id, name, color })),
    numberOfMembers: row.number_of_members,
    totalPosts: row.total_posts,
    approvePosts: Boolean(row.approve_posts),
    postTypes: JSON.parse(row.post_types),
    publishStatus: row.publish_status,
    createdAt: row.created_at,
  }
}
