import type { Connection } from '../../db/database.ts'

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
    /** How many other people follow a person, the first of whose accounts is the main one. */
    async countFollowers(followedIds: string[]): Promise<number> {
      const person = "case when u.forward_to = '' then u.id else u.forward_to end"
      const [counted] = await connection('follows as f')
        .join('users as u', 'u.id', 'f.follower_id')
        .whereIn('f.followed_id', followedIds)
        .whereRaw(`${person} <> ?`, [followedIds[0] ?? ''])
        .select({ count: connection.raw(`count(distinct ${person})`) })
      return Number(counted?.count ?? 0)
    },
  }
}
