import type { Unit } from '../../db/database.ts'
import { DomainError } from '../../lib/domain-error.ts'
import type { PostService } from '../posts/service.ts'
import { commentMovingRepository, type Moved } from './moving-repository.ts'

interface Between {
  fromPostId: string
  intoPostId: string
}

/** Brings comments from one post to another of the same community, with what both posts count; for operators only. */
export function createCommentMover({ posts }: { posts: PostService }) {
  async function count(unit: Unit, { fromPostId, intoPostId }: Between, { published, latest }: Moved): Promise<number> {
    await posts.count(unit, fromPostId, { comments: -published })
    await posts.count(unit, intoPostId, { comments: published, activeAt: latest })
    return published
  }

  return {
    /** Moves all comments of a post under a name, by which they find back. Returns how many everybody sees. */
    async moveAll(unit: Unit, move: Between & { moveId: string }): Promise<number> {
      return count(unit, move, await commentMovingRepository(unit.connection).moveAll(move))
    },
    /** Moves back what `moveAll` brought under that name, with what was answered since. */
    async moveBack(unit: Unit, move: Between & { moveId: string }): Promise<number> {
      return count(unit, move, await commentMovingRepository(unit.connection).moveBack(move))
    },
    /** Moves top-level comments with their replies; throws COMMENT_NOT_FOUND when one of them is not there. */
    async moveThreads(unit: Unit, move: Between & { ids: string[] }): Promise<number> {
      const repository = commentMovingRepository(unit.connection)
      const there = await repository.threadsAmong(move.fromPostId, move.ids)
      if (there.length < new Set(move.ids).size) throw new DomainError('COMMENT_NOT_FOUND')
      return count(unit, move, await repository.moveThreads(move))
    },
  }
}
