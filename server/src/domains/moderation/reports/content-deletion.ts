import type { CallOutput, CallParsedInput, Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommentService } from '../../content/comments/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import { reportRepository } from './repository.ts'
import { entityKeyOf } from './service.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  posts: Pick<PostService, 'eraseOwn'>
  comments: Pick<CommentService, 'eraseOwn'>
}

/**
 * Lets authors delete their posts and comments, except while a report about them awaits a decision. Posts are deleted on
 * the forum.
 */
export function createContentDeletion({ database, posts, comments }: Dependencies) {
  /** Whether no report about a post or comment awaits a decision. */
  async function isDecided(
    tx: Transaction,
    { id: entity_id, communityId: community_id }: { id: string; communityId: string },
  ): Promise<boolean> {
    return !(await reportRepository(tx.connection).byOpenKey(entityKeyOf({ community_id, entity_id })))
  }

  return {
    isDecided,
    async delete(
      viewer: Me,
      { postId, commentId = '', tokenName }: CallParsedInput<'contentDelete'>,
      tx?: Transaction,
    ): Promise<CallOutput<'contentDelete'>> {
      if (postId && viewer.site !== null) throw new DomainError('SITE_BOUND')
      return database.transaction(async (tx) => {
        const assertDecided = async (about: { id: string; communityId: string }) => {
          if (!(await isDecided(tx, about))) throw new DomainError(postId ? 'POST_REPORTED' : 'COMMENT_REPORTED')
        }
        if (!postId) return { comment: await comments.eraseOwn(tx, viewer, { commentId, tokenName, assertDecided }) }
        await posts.eraseOwn(tx, viewer, { postId, tokenName, assertDecided })
        return { postId }
      }, tx)
    },
  }
}
