import { type Comment, CommentStatus } from '@stoa/contract'
import type { Database } from '../../db/database.ts'
import { type CommentRow, commentRepository } from './repository.ts'
import type { createSurroundings } from './surroundings.ts'

/** Comments by id as everybody may see them at this moment. */
export function createPublicComments(about: { database: Database; surround: ReturnType<typeof createSurroundings> }) {
  const { database, surround } = about
  return {
    /** Which people have published comments under which of some posts. */
    async shownUnder(
      postIds: string[],
      publisherIds: string[],
    ): Promise<Pick<CommentRow, 'post_id' | 'publisher_id'>[]> {
      return commentRepository(database.read).shownUnder(postIds, publisherIds)
    },
    /** A hidden comment is a placeholder without its text; one that waits for approval is left out, as if it were not there. */
    async publicById(commentIds: string[]): Promise<Map<string, Comment>> {
      const found = await commentRepository(database.read).byIds([...new Set(commentIds)])
      const rows = found.filter((row) => row.status !== CommentStatus.pending)
      if (rows.length === 0) return new Map()
      const { show } = await surround(rows)
      return new Map(rows.map((row) => [row.id, show(row)]))
    },
  }
}
