import type { Connection } from '../../../platform/database/database.ts'

/** Up to when an account has read a post's comments. */
export interface PositionRow {
  user_id: string
  post_id: string
  community_id: string
  read_until: number
  updated_at: number
}

/** Up to when an account has marked everything as read, in a community or, if that is empty, everywhere. */
export interface ReadingMarkRow {
  user_id: string
  community_id: string
  read_until: number
}

/** A position or a mark. The post of a mark is empty. */
type ReadRow = Pick<PositionRow, 'post_id' | 'community_id' | 'read_until'>

export function readingRepository(connection: Connection) {
  const positions = () => connection<PositionRow>('reading_positions')
  const marks = () => connection<ReadingMarkRow>('reading_marks')
  return {
    /** The positions of a person's accounts in some posts, and their marks. One query. */
    async among(userIds: string[], postIds: string[]): Promise<ReadRow[]> {
      const rows = positions()
        .whereIn('user_id', userIds)
        .whereIn('post_id', postIds)
        .select('post_id', 'community_id', 'read_until')
      const markRows = marks()
        .whereIn('user_id', userIds)
        .select(connection.raw("'' as post_id"), 'community_id', 'read_until')
      return (await connection.unionAll([rows, markRows])) as ReadRow[]
    },
    /** Sets a position, unless it is later already. */
    async move(row: PositionRow): Promise<void> {
      const { user_id, post_id, community_id, read_until, updated_at } = row
      await positions().insert(row).onConflict(['user_id', 'post_id']).ignore()
      await positions()
        .where({ user_id, post_id })
        .where('read_until', '<', read_until)
        .update({ community_id, read_until, updated_at })
    },
    async of(postId: string): Promise<PositionRow[]> {
      return positions().where({ post_id: postId })
    },
    /** Leaves out those that exist. */
    async add(rows: PositionRow[]): Promise<void> {
      if (rows.length === 0) return
      await positions().insert(rows).onConflict(['user_id', 'post_id']).ignore()
    },
    /** Sets a mark, unless it is later already. */
    async mark(row: ReadingMarkRow): Promise<void> {
      const { user_id, community_id, read_until } = row
      await marks().insert(row).onConflict(['user_id', 'community_id']).ignore()
      await marks().where({ user_id, community_id }).where('read_until', '<', read_until).update({ read_until })
    },
    /** Deletes some positions that haven't changed since a time. Returns their number. */
    async deleteOld(before: number, limit: number): Promise<number> {
      const old = await positions()
        .where('updated_at', '<', before)
        .orderBy('updated_at')
        .limit(limit)
        .select('user_id', 'post_id')
      for (const { user_id, post_id } of old) {
        await positions().where({ user_id, post_id }).where('updated_at', '<', before).del()
      }
      return old.length
    },
  }
}
