import { CommentStatus } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection } from '../../platform/database/database.ts'
import type { CommentRow } from './repository.ts'

/** What was moved, in numbers of the posts' counters. */
export interface Moved {
  published: number
  /** When the newest of them was written, in ms; 0 where there are none. */
  latest: number
}

type Comments = Knex.QueryBuilder<CommentRow>

/** Queries that bring comments from one post to another. */
export function commentMovingRepository(connection: Connection) {
  const moved = (moveId: string) => connection('comment_moves').select('comment_id').where({ move_id: moveId })

  async function move(match: (query: Comments) => Comments, intoPostId: string): Promise<Moved> {
    const matching = () => match(connection<CommentRow>('comments'))
    const counted = await matching()
      .where({ status: CommentStatus.published })
      .select(connection.raw('count(*) as published'), connection.raw('coalesce(max(created_at), 0) as latest'))
    await matching().update({ post_id: intoPostId })
    const [{ published, latest }] = counted as unknown as [Moved]
    return { published: Number(published), latest: Number(latest) }
  }

  return {
    /** Moves every comment of a post, and writes down which those were. */
    async moveAll({ moveId, fromPostId, intoPostId }: { moveId: string; fromPostId: string; intoPostId: string }) {
      await connection.raw(
        'insert into comment_moves (move_id, comment_id) select ?, id from comments where post_id = ?',
        [moveId, fromPostId],
      )
      return move((query) => query.where({ post_id: fromPostId }), intoPostId)
    },
    /** Moves what a former move brought, with the replies that came to it since, and forgets that move. */
    async moveBack({ moveId, fromPostId, intoPostId }: { moveId: string; fromPostId: string; intoPostId: string }) {
      const isOfMove = (query: Comments) =>
        query
          .where({ post_id: fromPostId })
          .where((either) => void either.whereIn('id', moved(moveId)).orWhereIn('parent_id', moved(moveId)))
      const result = await move(isOfMove, intoPostId)
      await connection('comment_moves').where({ move_id: moveId }).del()
      return result
    },
    /** Moves some top-level comments with their replies. */
    async moveThreads({ ids, fromPostId, intoPostId }: { ids: string[]; fromPostId: string; intoPostId: string }) {
      const isOfThem = (query: Comments) =>
        query
          .where({ post_id: fromPostId })
          .where((either) => void either.whereIn('id', ids).orWhereIn('parent_id', ids))
      return move(isOfThem, intoPostId)
    },
    /** Which of these are top-level comments of the post. */
    async threadsAmong(postId: string, ids: string[]): Promise<string[]> {
      const rows = await connection<CommentRow>('comments')
        .where({ post_id: postId, parent_id: '' })
        .whereIn('id', ids)
        .select('id')
      return rows.map(({ id }) => id)
    },
  }
}
