import type { Connection } from '../../../platform/database/database.ts'

interface OriginRow {
  community_id: string
  origin: string
  created_at: number
  /** 1: `foo` and `foo.html` are the same page on this origin. */
  ignores_html: number
}

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
    /** False if there is no such row. */
    async update(
      { communityId, origin }: { communityId: string; origin: string },
      change: Pick<OriginRow, 'ignores_html'>,
    ): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).update(change)) > 0
    },
    /** All registered origins, or those of one community. */
    async list(communityId: string | null): Promise<OriginRow[]> {
      const query = origins().orderBy('origin')
      return communityId === null ? query : query.where({ community_id: communityId })
    },
    /** False if there is no such row. */
    async delete(communityId: string, origin: string): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).del()) > 0
    },
    /** Registers the origin. Does nothing if it is registered already. */
    async insert(row: Omit<OriginRow, 'ignores_html'>): Promise<void> {
      await origins().insert(row).onConflict(['community_id', 'origin']).ignore()
    },
  }
}
