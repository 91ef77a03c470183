import type { ActivityAction } from '@stoa/contract'
import type { Connection } from '../../db/database.ts'

export interface ActivityRow {
  id: string
  community_id: string
  actor_id: string
  action: ActivityAction
  /** Empty where it is about nobody with an account. */
  person_id: string
  post_id: string
  comment_id: string
  reason: string
  /** JSON of `ActivityDetails`. */
  details: string
  created_at: number
}

export function activityRepository(connection: Connection) {
  const activities = () => connection<ActivityRow>('mod_activities')
  return {
    async insert(rows: ActivityRow[]): Promise<void> {
      await activities().insert(rows)
    },
    /** Why some were decided. */
    async reasonsOf(ids: string[]): Promise<Map<string, string>> {
      const rows = ids.length === 0 ? [] : await activities().select('id', 'reason').whereIn('id', ids)
      return new Map(rows.map(({ id, reason }) => [id, reason]))
    },
    /** Newest first. */
    async list(about: { communityId: string; after: string | null; limit: number }): Promise<ActivityRow[]> {
      const query = activities().where({ community_id: about.communityId })
      if (about.after !== null) query.where('id', '<', about.after)
      return query.orderBy('id', 'desc').limit(about.limit)
    },
  }
}
