import type { Connection } from '../../platform/database/database.ts'
import type { CommentRow } from './repository.ts'

/** Queries of who is mentioned in comments. */
export function mentionRepository(connection: Connection) {
  const comments = () => connection<CommentRow>('comments')
  const revisions = () => connection<{ id: string; comment_id: string; content: string }>('comment_revisions')
  return {
    /** The last of so many comments after one; undefined: there are fewer. */
    async idAfter(after: string, count: number): Promise<string | undefined> {
      const [id] = await comments()
        .where('id', '>', after)
        .orderBy('id')
        .offset(count - 1)
        .limit(1)
        .pluck('id')
      return id
    },
    /** The comments between two that mention somebody. */
    async mentioning(userId: string, { after, last }: { after: string; last: string | undefined }): Promise<string[]> {
      const between = comments().where('id', '>', after).where('mentions', 'like', `%"${userId}"%`)
      return (last === undefined ? between : between.where('id', '<=', last)).pluck('id')
    },
    /** Writes a comment's text anew, and what it was before as `revised` makes of it. */
    async rewrite(
      id: string,
      { revised, ...change }: Pick<CommentRow, 'content' | 'mentions'> & { revised(text: string): string },
    ): Promise<void> {
      await comments().where({ id }).update(change)
      for (const row of await revisions().where({ comment_id: id })) {
        await revisions()
          .where({ id: row.id })
          .update({ content: revised(row.content) })
      }
    },
  }
}
