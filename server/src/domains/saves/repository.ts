import type { EntityType } from '@stoa/contract'
import type { Connection } from '../../platform/database/database.ts'
import { after, byIndex } from '../../platform/database/keyset.ts'

/** An item saved by an account. */
export interface SaveRow {
  user_id: string
  entity_id: string
  entity_type: EntityType
  community_id: string
  saved_at: number
}

/** Position in the list. */
export type SavedPosition = [savedAt: number, entityId: string]

export function saveRepository(connection: Connection) {
  const saves = () => connection<SaveRow>('saves')
  return {
    /** Existing rows are kept. */
    async insert(row: SaveRow): Promise<void> {
      await saves().insert(row).onConflict(['user_id', 'entity_id']).ignore()
    },
    /** Who has saved an entity. */
    async of(entityId: string): Promise<SaveRow[]> {
      return saves().where({ entity_id: entityId })
    },
    async delete(userIds: string[], entityId: string): Promise<void> {
      await saves().whereIn('user_id', userIds).where({ entity_id: entityId }).del()
    },
    /** Which posts and comments a person's accounts have saved, once per account. */
    async among(userIds: string[], entityIds: string[]): Promise<SaveRow[]> {
      return entityIds.length === 0 ? [] : saves().whereIn('user_id', userIds).whereIn('entity_id', entityIds)
    },
    /**
     * A person's saved items of all accounts, last saved first; duplicates at their latest position. In one community
     * or, with null, in all.
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
      // One index range per account, merged: every page costs the same.
      const ranges = userIds.map((userId) => connection.select('*').from(range(userId).as('range')))
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('saved_at', 'desc').orderBy('entity_id', 'desc').limit(limit)
    },
  }

  /** Whether another account has saved the same item later; at the same time the greatest id counts as last. */
  function savedLater(userIds: string[]) {
    return connection('saves as other')
      .whereRaw('other.entity_id = saves.entity_id')
      .whereIn('other.user_id', userIds)
      .whereRaw(
        '(other.saved_at > saves.saved_at or (other.saved_at = saves.saved_at and other.user_id > saves.user_id))',
      )
  }
}
