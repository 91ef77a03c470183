import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { PostService } from '../posts/index.ts'
import { commentMovingRepository, type Moved } from './repository.ts'

interface Between {
  fromPostId: string
  intoPostId: string
}

/** Moves comments between posts of the same community and updates both posts' counters. For operators only. */
export function createCommentMover({ posts }: { posts: PostService }) {
  async function count(
    tx: Transaction,
    { fromPostId, intoPostId }: Between,
    { published, latest }: Moved,
  ): Promise<number> {
    await posts.count(tx, fromPostId, { comments: -published })
    await posts.count(tx, intoPostId, { comments: published, activeAt: latest })
    return published
  }

  return {
    /** Moves all comments of a post, under a name that identifies the move. Returns the number of public ones. */
    async moveAll(tx: Transaction, move: Between & { moveId: string }): Promise<number> {
      return count(tx, move, await commentMovingRepository(tx.connection).moveAll(move))
    },
    /** Moves back what `moveAll` moved under that name, with replies added since. */
    async moveBack(tx: Transaction, move: Between & { moveId: string }): Promise<number> {
      return count(tx, move, await commentMovingRepository(tx.connection).moveBack(move))
    },
    /** Moves top-level comments with their replies; throws COMMENT_NOT_FOUND if one is missing. */
    async moveThreads(tx: Transaction, move: Between & { ids: string[] }): Promise<number> {
      const repository = commentMovingRepository(tx.connection)
      const presentIds = await repository.threadsAmong(move.fromPostId, move.ids)
      const missingId = move.ids.find((id) => !presentIds.includes(id))
      if (missingId !== undefined) throw new DomainError('COMMENT_NOT_FOUND', undefined, { id: missingId })
      return count(tx, move, await repository.moveThreads(move))
    },
  }
}
