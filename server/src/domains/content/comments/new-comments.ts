import type { Platform } from '../../../platform/platform.ts'
import { commentListRepository } from './list-repository.ts'

/** A public comment or reply written after a time. */
export interface WrittenComment {
  id: string
  postId: string
  /** The top-level comment above a reply. */
  parentCommentId: string | null
  publisherId: string
}

/** Reads what was written under posts after a time. */
export function createNewComments({ database }: Pick<Platform, 'database'>) {
  return {
    /** Public comments and replies under some posts, each after a time, earliest first; at most `limit` of each post. */
    async writtenSince(ranges: { postId: string; since: number }[], limit: number): Promise<WrittenComment[]> {
      const rows = await commentListRepository(database.read).writtenSince(ranges, limit)
      return rows.map((row) => ({
        id: row.id,
        postId: row.post_id,
        parentCommentId: row.parent_id || null,
        publisherId: row.publisher_id,
      }))
    },
  }
}
