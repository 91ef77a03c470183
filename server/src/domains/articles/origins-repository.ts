import type { Connection } from '../../db/database.ts'

/** Queries of the partner origins that communities have registered. */
export function originRepository(connection: Connection) {
  const origins = () => connection<{ community_id: string; origin: string; created_at: number }>('article_origins')
  return {
    /** True when any community has registered the origin. */
    async isRegistered(origin: string): Promise<boolean> {
      return (await origins().where({ origin }).first('origin')) !== undefined
    },
    /** True when this community has registered the origin. */
    async isRegisteredBy(communityId: string, origin: string): Promise<boolean> {
      return (await origins().where({ community_id: communityId, origin }).first('origin')) !== undefined
    },
    async among(communityId: string, wanted: string[]): Promise<string[]> {
      const rows = await origins().where({ community_id: communityId }).whereIn('origin', wanted).select('origin')
      return rows.map((row) => row.origin)
    },
    /** Registers the origin; registering it again changes nothing. */
    async insert(row: { community_id: string; origin: string; created_at: number }): Promise<void> {
      await origins().insert(row).onConflict(['community_id', 'origin']).ignore()
    },
  }
}
