import type { Connection } from '../../platform/database/database.ts'

/** Who follows whom. */
export interface FollowRow {
  follower_id: string
  followed_id: string
  created_at: number
}

export function followRepository(connection: Connection) {
  const follows = () => connection<FollowRow>('follows')
  return {
    /** What follows already stays as it is. */
    async insert(row: FollowRow): Promise<void> {
      await follows().insert(row).onConflict(['follower_id', 'followed_id']).ignore()
    },
    /** Takes away what any of some accounts has of any of some others. */
    async delete(followerIds: string[], followedIds: string[]): Promise<void> {
      await follows().whereIn('follower_id', followerIds).whereIn('followed_id', followedIds).del()
    },
    /** Which of some accounts follow any of some others. */
    async followersAmong(followedIds: string[], userIds: string[]): Promise<string[]> {
      const query = follows().whereIn('followed_id', followedIds).whereIn('follower_id', userIds)
      return query.distinct('follower_id').pluck('follower_id')
    },
    /** Followers after one, in order of their ids. */
    async followersAfter(followedIds: string[], { after, limit }: { after: string; limit: number }): Promise<string[]> {
      const query = follows().whereIn('followed_id', followedIds).where('follower_id', '>', after)
      return query.distinct('follower_id').orderBy('follower_id').limit(limit).pluck('follower_id')
    },
    /** Counts how many other people follow a person, the first of whose accounts is the main one: takes as long as there are. */
    async countFollowers(followedIds: string[]): Promise<number> {
      const [counted] = await connection('follows as f')
        .join('users as u', 'u.id', 'f.follower_id')
        .whereIn('f.followed_id', followedIds)
        .whereRaw(`${personOf('u')} <> ?`, [followedIds[0] ?? ''])
        .select({ count: connection.raw(`count(distinct ${personOf('u')})`) })
      return Number(counted?.count ?? 0)
    },
    /** The accounts that any of some others follow. */
    async followedBy(followerIds: string[]): Promise<string[]> {
      return follows().whereIn('follower_id', followerIds).distinct('followed_id').pluck('followed_id')
    },
    /** By how many people with any of some accounts others are followed, by the main ones of their accounts. */
    async countByFollowed(followerIds: string[]): Promise<Map<string, number>> {
      const rows: { person_id: string; count: number }[] = await connection('follows as f')
        .join('users as u', 'u.id', 'f.follower_id')
        .join('users as p', 'p.id', 'f.followed_id')
        .whereIn('f.follower_id', followerIds)
        .whereRaw(`${personOf('u')} <> ${personOf('p')}`)
        .groupBy('person_id')
        .select({ person_id: connection.raw(personOf('p')), count: connection.raw(`count(distinct ${personOf('u')})`) })
      return new Map(rows.map(({ person_id, count }) => [person_id, Number(count)]))
    },
  }
}

/** A row of `users` as the main account of its person. */
function personOf(table: string): string {
  return `case when ${table}.forward_to = '' then ${table}.id else ${table}.forward_to end`
}
