import type { Connection } from '../../../platform/database/database.ts'
import { after } from '../../../platform/database/keyset.ts'

interface OriginRow {
  community_id: string
  origin: string
  created_at: number
  /** 1: `foo` and `foo.html` are the same page on this origin. */
  ignores_html: number
  /** What its pages say; empty: nothing. */
  page_name: string
  page_icon: string
  /** What the operator sets instead; empty: nothing. */
  set_name: string
  set_icon: string
}

export type SiteRow = Pick<OriginRow, 'page_name' | 'page_icon' | 'set_name' | 'set_icon'>
const SITE_COLUMNS = ['page_name', 'page_icon', 'set_name', 'set_icon'] as const

/** Queries of the partner origins that communities have registered. */
export function originRepository(connection: Connection) {
  const origins = () => connection<OriginRow>('article_origins')
  return {
    /** Whether any community has registered the origin. */
    async isRegistered(origin: string): Promise<boolean> {
      return (await origins().where({ origin }).first('origin')) !== undefined
    },
    /** Whether this community has registered the origin. */
    async isRegisteredBy(communityId: string, origin: string): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).first('origin')) !== undefined
    },
    async communitiesOf(origin: string): Promise<string[]> {
      return origins().where({ origin }).pluck('community_id')
    },
    async among(communityId: string, candidates: string[]): Promise<Pick<OriginRow, 'origin' | 'ignores_html'>[]> {
      return origins()
        .where({ community_id: communityId })
        .whereIn('origin', candidates)
        .select('origin', 'ignores_html')
    },
    /** Sites of the origins in several communities. */
    async sites(
      communityIds: string[],
      candidates: string[],
    ): Promise<(SiteRow & Pick<OriginRow, 'community_id' | 'origin'>)[]> {
      return origins()
        .whereIn('community_id', communityIds)
        .whereIn('origin', candidates)
        .select('community_id', 'origin', ...SITE_COLUMNS)
    },
    /** False if there is no such row. */
    async update(
      { communityId, origin }: { communityId: string; origin: string },
      change: Partial<Pick<OriginRow, 'ignores_html'> & SiteRow>,
    ): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).update(change)) > 0
    },
    /** All registered origins, or those of one community. */
    async list(communityId: string | null): Promise<OriginRow[]> {
      const query = origins().orderBy('origin')
      return communityId === null ? query : query.where({ community_id: communityId })
    },
    /** Registered origins that contain a text, by origin and community. */
    async page(about: { text: string; from: [string, string] | null; limit: number }): Promise<OriginRow[]> {
      const columns = ['origin', 'community_id']
      const query = origins().orderBy(columns).limit(about.limit)
      if (about.text !== '') query.whereRaw('instr(origin, ?) > 0', [about.text.toLowerCase()])
      if (about.from) after(query, { columns, values: about.from, descending: false })
      return query
    },
    /** False if there is no such row. */
    async delete(communityId: string, origin: string): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).del()) > 0
    },
    /** Registers the origin. Does nothing if it is registered already. */
    async insert(row: Pick<OriginRow, 'community_id' | 'origin' | 'created_at'>): Promise<void> {
      await origins().insert(row).onConflict(['community_id', 'origin']).ignore()
    },
  }
}
