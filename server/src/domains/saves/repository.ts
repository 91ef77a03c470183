import type { EntityType } from '@stoa/contract'
import type { Connection } from '../../platform/database/database.ts'
import { after, byIndex } from '../../platform/database/keyset.ts'

/** What an account has saved. */
export interface SaveRow {
  user_id: string
  entity_id: string
  entity_type: EntityType
  community_id: string
  saved_at: number
}

/** Where a row stands in the list. */
export type SavedPosition = [savedAt: number, entityId: string]

export function saveRepository(connection: Connection) {
  const saves = () => connection<SaveRow>('saves')
  return {
    /** What is saved already stays as it is. */
    async insert(row: SaveRow): Promise<void> {
      await saves().insert(row).onConflict(['user_id', 'entity_id']).ignore()
    },
    /** Who has saved something. */
    async of(entityId: string): Promise<SaveRow[]> {
      return saves().where({ entity_id: entityId })
    },
    async delete(userIds: string[], entityId: string): Promise<void> {
      await saves().whereIn('user_id', userIds).where({ entity_id: entityId }).del()
    },
    /** What some accounts of a person have saved of some posts and comments; the same thing once for each account. */
    async among(userIds: string[], entityIds: string[]): Promise<SaveRow[]> {
      return entityIds.length === 0 ? [] : saves().whereIn('user_id', userIds).whereIn('entity_id', entityIds)
    },
    /**
     * What a person has saved with any of their accounts, last saved first; what several of them saved stands where the last
     * one did. In one community or, with null, in all.
     */
    async page(
      { userIds, communityId }: { userIds: string[]; communityId: string | null },
      { position, limit }: { position: SavedPosition | null; limit: number },
    ): Promise<SaveRow[]> {
      const range = (userId: string) => {
        const query = byIndex<SaveRow>(connection, 'saves', 'saves_list').where({ user_id: userId })
        if (communityId !== null) query.where({ community_id: communityId })
        if (userIds.length > 1) query.whereNotExists(savedLater(userIds.filter((id) => id !== userId)))
        if (position) after(query, { columns: ['saved_at', 'entity_id'], values: position, descending: true })
        return query.orderBy('saved_at', 'desc').orderBy('entity_id', 'desc').limit(limit)
      }
      const [first, ...others] = userIds
      if (first === undefined) return []
      if (others.length === 0) return range(first)
      // One index range for each account, merged: a page costs the same wherever it is.
      const ranges = userIds.map((userId) => connection.select('*').from(range(userId).as('range')))
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('saved_at', 'desc').orderBy('entity_id', 'desc').limit(limit)
    },
  }

  /** That one of some other accounts has saved the same later; at the same time the greatest id counts as the last. */
  function savedLater(userIds: string[]) {
    return connection('saves as other')
      .whereRaw('other.entity_id = saves.entity_id')
      .whereIn('other.user_id', userIds)
      .whereRaw(
        '(other.saved_at > saves.saved_at or (other.saved_at = saves.saved_at and other.user_id > saves.user_id))',
      )
  }
}
