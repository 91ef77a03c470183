import type { ActivityAction } from '@stoa/contract'
import type { Connection } from '../../platform/database/database.ts'

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
    async byIds(ids: string[]): Promise<Pick<ActivityRow, 'id' | 'reason' | 'details'>[]> {
      return ids.length === 0 ? [] : activities().select('id', 'reason', 'details').whereIn('id', ids)
    },
    /** Newest first. */
    async list(about: { communityId: string; after: string | null; limit: number }): Promise<ActivityRow[]> {
      const query = activities().where({ community_id: about.communityId })
      if (about.after !== null) query.where('id', '<', about.after)
      return query.orderBy('id', 'desc').limit(about.limit)
    },
  }
}
