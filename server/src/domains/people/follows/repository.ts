import type { Connection } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'

/** An account that follows another. */
export interface FollowRow {
  follower_id: string
  followed_id: string
  created_at: number
}

/** A row of somebody's list: the other account. */
export interface ListedFollow {
  account_id: string
  created_at: number
}

/** By list: the column of the person, that of the others, and the index in the list's order. */
const COLUMNS = {
  followers: ['followed_id', 'follower_id', 'follows_gained'],
  following: ['follower_id', 'followed_id', 'follows_made'],
} as const

export function followRepository(connection: Connection) {
  const follows = () => connection<FollowRow>('follows')
  return {
    /** Does nothing if the row exists. */
    async insert(row: FollowRow): Promise<void> {
      await follows().insert(row).onConflict(['follower_id', 'followed_id']).ignore()
    },
    /** Deletes all follows of the second accounts by the first. */
    async delete(followerIds: string[], followedIds: string[]): Promise<void> {
      await follows().whereIn('follower_id', followerIds).whereIn('followed_id', followedIds).del()
    },
    /** Which of the accounts follow any of the others. */
    async followersAmong(followedIds: string[], userIds: string[]): Promise<string[]> {
      const query = follows().whereIn('followed_id', followedIds).whereIn('follower_id', userIds)
      return query.distinct('follower_id').pluck('follower_id')
    },
    /** Followers after an id, sorted by id. */
    async followersAfter(followedIds: string[], { after, limit }: { after: string; limit: number }): Promise<string[]> {
      const query = follows().whereIn('followed_id', followedIds).where('follower_id', '>', after)
      return query.distinct('follower_id').orderBy('follower_id').limit(limit).pluck('follower_id')
    },
    /** Rows of one of the lists about these accounts, newest first. */
    async listed(
      accountIds: string[],
      about: { type: 'followers' | 'following'; after: [number, string] | null; limit: number },
    ): Promise<ListedFollow[]> {
      const { type, after: position, limit } = about
      const [by, other, index] = COLUMNS[type]
      const query = byIndex<FollowRow>(connection, 'follows', index).whereIn(by, accountIds)
      if (position) after(query, { columns: ['created_at', other], values: position, descending: true })
      const rows = await query.orderBy('created_at', 'desc').orderBy(other, 'desc').limit(limit)
      return rows.map((row) => ({ account_id: row[other], created_at: Number(row.created_at) }))
    },
    /** All rows of such a list that are about some of the other accounts. */
    async listedAmong(accountIds: string[], type: 'followers' | 'following', others: string[]): Promise<ListedFollow[]> {
      if (others.length === 0) return []
      const [by, other] = COLUMNS[type]
      const rows: FollowRow[] = await follows().whereIn(by, accountIds).whereIn(other, others)
      return rows.map((row) => ({ account_id: row[other], created_at: Number(row.created_at) }))
    },
    /** Which of the accounts these accounts follow. */
    async followedAmong(followerIds: string[], userIds: string[]): Promise<string[]> {
      return follows().whereIn('follower_id', followerIds).whereIn('followed_id', userIds).pluck('followed_id')
    },
    /** Counts the other people whom a person follows, whose main account comes first, up to a limit. */
    async countFollowed(followerIds: string[], limit: number): Promise<number> {
      const people = connection('follows as f')
        .join('users as u', 'u.id', 'f.followed_id')
        .whereIn('f.follower_id', followerIds)
        .whereRaw(`${personOf('u')} <> ?`, [followerIds[0] ?? ''])
        .select({ id: connection.raw(`distinct ${personOf('u')}`) })
        .limit(limit)
      const [counted] = await connection.from(people.as('people')).count({ count: '*' })
      return Number(counted?.count ?? 0)
    },
    /** Accounts that these accounts followed last. */
    async followedLast(followerIds: string[], limit: number): Promise<string[]> {
      const query = byIndex<FollowRow>(connection, 'follows', 'follows_made').whereIn('follower_id', followerIds)
      return query.orderBy('created_at', 'desc').orderBy('followed_id', 'desc').limit(limit).pluck('followed_id')
    },
    /** Counts the other people who follow a person, whose main account comes first. Takes linear time. */
    async countFollowers(followedIds: string[]): Promise<number> {
      const [counted] = await connection('follows as f')
        .join('users as u', 'u.id', 'f.follower_id')
        .whereIn('f.followed_id', followedIds)
        .whereRaw(`${personOf('u')} <> ?`, [followedIds[0] ?? ''])
        .select({ count: connection.raw(`count(distinct ${personOf('u')})`) })
      return Number(counted?.count ?? 0)
    },
    /** Accounts that at least one of these accounts follows. */
    async followedBy(followerIds: string[]): Promise<string[]> {
      return follows().whereIn('follower_id', followerIds).distinct('followed_id').pluck('followed_id')
    },
    /** Number of the accounts' people who follow others, by the others' main accounts. */
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

/** SQL that maps a row of `users` to its person's main account. */
function personOf(table: string): string {
  return `case when ${table}.forward_to = '' then ${table}.id else ${table}.forward_to end`
}
