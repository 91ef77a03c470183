import type { Connection } from '../../platform/database/database.ts'

interface CommunityVisitRow {
  user_id: string
  community_id: string
  visited_at: number
}

/** When people were here last. */
export function visitRepository(connection: Connection) {
  const visits = () => connection<CommunityVisitRow>('community_visits')
  return {
    async visit(userId: string, { now, unlessSince }: { now: number; unlessSince: number }): Promise<void> {
      const there = connection('users').where({ id: userId, deleted_at: 0 })
      await there.where('visited_at', '<', unlessSince).update({ visited_at: now })
    },
    async visitCommunity(row: CommunityVisitRow, unlessSince: number): Promise<void> {
      const { user_id, community_id, visited_at } = row
      const known = await visits().where({ user_id, community_id }).first()
      if (!known) await visits().insert(row).onConflict(['user_id', 'community_id']).ignore()
      else if (Number(known.visited_at) < unlessSince) {
        await visits().where({ user_id, community_id }).update({ visited_at })
      }
    },
  }
}
