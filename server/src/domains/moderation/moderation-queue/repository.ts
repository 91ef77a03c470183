import type { Connection } from '../../../platform/database/database.ts'
import { after as beyond, byIndex } from '../../../platform/database/keyset.ts'

/** A moderator's claim on a subject in a queue. */
export interface ClaimRow {
  /** Community id followed by the id of the post, comment or person. */
  subject_key: string
  user_id: string
  ends_at: number
}

export function claimRepository(connection: Connection) {
  const claims = () => connection<ClaimRow>('queue_claims')
  return {
    /** Claims that haven't expired. */
    async among(keys: string[], now: number): Promise<ClaimRow[]> {
      return keys.length === 0 ? [] : claims().whereIn('subject_key', keys).where('ends_at', '>', now)
    },
    /** Replaces claims that have expired or belong to the same person. */
    async set(rows: ClaimRow[]): Promise<void> {
      await claims().insert(rows).onConflict(['subject_key']).merge()
    },
    async delete(keys: string[], userIds?: string[]): Promise<void> {
      const query = claims().whereIn('subject_key', keys)
      if (userIds) query.whereIn('user_id', userIds)
      await query.del()
    },
    async deleteEnded(now: number): Promise<void> {
      await claims().where('ends_at', '<=', now).del()
    },
  }
}

/** An appeal against a decision. */
export interface AppealRow {
  id: string
  activity_id: string
  community_id: string
  user_id: string
  text: string
  status: 'open' | 'granted' | 'denied'
  created_at: number
  decided_by: string
  decided_at: number
}

export function appealRepository(connection: Connection) {
  const appeals = () => connection<AppealRow>('appeals')
  return {
    /** Returns false if the decision already has an appeal. */
    async insert(row: AppealRow): Promise<boolean> {
      await appeals().insert(row).onConflict(['activity_id']).ignore()
      return (await appeals().where({ activity_id: row.activity_id }).first('id'))?.id === row.id
    },
    async byIds(ids: string[]): Promise<AppealRow[]> {
      return ids.length === 0 ? [] : appeals().whereIn('id', ids)
    },
    async about(activityIds: string[]): Promise<AppealRow[]> {
      return activityIds.length === 0 ? [] : appeals().whereIn('activity_id', activityIds)
    },
    /** Returns false if it wasn't open. */
    async close(id: string, decided: Pick<AppealRow, 'status' | 'decided_by' | 'decided_at'>): Promise<boolean> {
      return (await appeals().where({ id, status: 'open' }).update(decided)) === 1
    },
    /** Returns false if it was already open. */
    async reopen(id: string): Promise<boolean> {
      const judged = { status: 'open' as const, decided_by: '', decided_at: 0 }
      return (await appeals().where({ id }).whereNot({ status: 'open' }).update(judged)) === 1
    },
    /** Open appeals of these communities, longest waiting first; one index range per community. */
    async waiting(
      communityIds: string[],
      { after, limit }: { after: [at: number, id: string] | null; limit: number },
    ): Promise<AppealRow[]> {
      const ranges = communityIds.map((community_id) => {
        const query = byIndex<AppealRow>(connection, 'appeals', 'appeals_queue').where({ community_id, status: 'open' })
        if (after) beyond(query, { columns: ['created_at', 'id'], values: after, descending: false })
        return connection.select('*').from(query.orderBy('created_at').orderBy('id').limit(limit).as('part'))
      })
      if (ranges.length === 0) return []
      const merged = connection.select('*').from(connection.unionAll(ranges).as('merged'))
      return merged.orderBy('created_at').orderBy('id').limit(limit)
    },
  }
}

/** A moderator's note about a member, for the other moderators. */
export interface NoteRow {
  id: string
  community_id: string
  user_id: string
  author_id: string
  text: string
  created_at: number
}

export function noteRepository(connection: Connection) {
  const notes = () => connection<NoteRow>('member_notes')
  return {
    /** Notes about a person's accounts in a community, newest first. */
    async about(userIds: string[], communityId: string): Promise<NoteRow[]> {
      return notes().whereIn('user_id', userIds).where({ community_id: communityId }).orderBy('id', 'desc')
    },
    async insert(row: NoteRow): Promise<void> {
      await notes().insert(row)
    },
    async delete(id: string): Promise<void> {
      await notes().where({ id }).del()
    },
    /** Counts notes by community and person, in one query. */
    async countsOf(about: { userIds: string[]; communityIds: string[] }): Promise<Map<string, number>> {
      if (about.userIds.length === 0) return new Map()
      const query = notes().whereIn('user_id', about.userIds).whereIn('community_id', about.communityIds)
      const rows = (await query
        .groupBy('community_id', 'user_id')
        .select('community_id', 'user_id', { count: connection.raw('count(*)') })) as {
        community_id: string
        user_id: string
        count: number
      }[]
      return new Map(rows.map((row) => [`${row.community_id} ${row.user_id}`, Number(row.count)]))
    },
  }
}
