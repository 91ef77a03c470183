import type { Flair } from '@stoa/contract'
import type { Connection, Database } from '../../platform/database/database.ts'

export interface CommunityRow {
  id: string
  token_name: string
  title: string
  url_slug: string
  creator_id: string
  logo_url: string
  about: string | null
  post_types: string
  approve_posts: number
  approve_comments: number
  anonymous_comments: number
  publish_status: number
  number_of_members: number
  total_posts: number
  created_at: number
  updated_at: number
}

export interface FlairRow {
  id: string
  community_id: string
  name: string
  name_key: string
  color: Flair['color']
  position: number
  deleted_at: number
}

export type CommunityListPosition = [numberOfMembers: number, id: string]

export function communityRepository(connection: Connection) {
  const communities = () => connection<CommunityRow>('communities')
  const flairs = () => connection<FlairRow>('flairs')
  return {
    async byId(id: string): Promise<CommunityRow | undefined> {
      return communities().where({ id }).first()
    },
    /** Locks the row until the transaction ends. */
    async lock(id: string, { forUpdate }: Database['dialect']): Promise<void> {
      await forUpdate(communities().select('id').where({ id }))
    },
    async byIds(ids: string[]): Promise<CommunityRow[]> {
      return communities().whereIn('id', ids)
    },
    /** Of some token names those that there are. */
    async existing(tokenNames: string[]): Promise<string[]> {
      return communities().whereIn('token_name', tokenNames).pluck('token_name')
    },
    /** By token name, else by URL slug. */
    async byName(name: string): Promise<CommunityRow | undefined> {
      const tokenName = name.toUpperCase()
      const rows = await communities()
        .where({ token_name: tokenName })
        .orWhere({ url_slug: name.toLowerCase() })
        .limit(2)
      return rows.find((row) => row.token_name === tokenName) ?? rows[0]
    },
    /** Published ones, most members first. */
    async list(about: {
      after: CommunityListPosition | null
      limit: number
      /** Token name of the one that is looked for; null for all. */
      only: string | null
    }): Promise<CommunityRow[]> {
      const { after, limit, only } = about
      const query = communities().where({ publish_status: 1, ...(only === null ? {} : { token_name: only }) })
      if (after) {
        const [members, id] = after
        query.whereRaw('(number_of_members < ? or (number_of_members = ? and id < ?))', [members, members, id])
      }
      return query.orderBy('number_of_members', 'desc').orderBy('id', 'desc').limit(limit)
    },
    async insert(row: CommunityRow): Promise<void> {
      await communities().insert(row)
    },
    /** Changes counters by differences. */
    async count(id: string, change: { members?: number; posts?: number }): Promise<void> {
      const { members = 0, posts = 0 } = change
      await communities()
        .where({ id })
        .update({
          number_of_members: connection.raw('number_of_members + ?', [members]),
          total_posts: connection.raw('total_posts + ?', [posts]),
        })
    },
    async flairsOf(communityIds: string[]): Promise<FlairRow[]> {
      return flairs().whereIn('community_id', communityIds).where({ deleted_at: 0 }).orderBy('position').orderBy('id')
    },
    async flairsById(ids: string[]): Promise<FlairRow[]> {
      return flairs().whereIn('id', ids)
    },
    async updateFlair(id: string, change: Partial<FlairRow>): Promise<void> {
      await flairs().where({ id }).update(change)
    },
    async insertFlair(row: FlairRow): Promise<void> {
      await flairs().insert(row)
    },
  }
}

interface OriginRow {
  community_id: string
  origin: string
  created_at: number
  /** 1: `foo` and `foo.html` are one page there. */
  ignores_html: number
}

/** Queries of the partner origins that communities have registered. */
export function originRepository(connection: Connection) {
  const origins = () => connection<OriginRow>('article_origins')
  return {
    /** True when any community has registered the origin. */
    async isRegistered(origin: string): Promise<boolean> {
      return (await origins().where({ origin }).first('origin')) !== undefined
    },
    /** True when this community has registered the origin. */
    async isRegisteredBy(communityId: string, origin: string): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).first('origin')) !== undefined
    },
    async among(communityId: string, wanted: string[]): Promise<Pick<OriginRow, 'origin' | 'ignores_html'>[]> {
      return origins().where({ community_id: communityId }).whereIn('origin', wanted).select('origin', 'ignores_html')
    },
    /** False when there is no such row. */
    async update(
      { communityId, origin }: { communityId: string; origin: string },
      change: Pick<OriginRow, 'ignores_html'>,
    ): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).update(change)) > 0
    },
    /** Registers the origin; registering it again changes nothing. */
    async insert(row: Omit<OriginRow, 'ignores_html'>): Promise<void> {
      await origins().insert(row).onConflict(['community_id', 'origin']).ignore()
    },
  }
}
