import type { CallOutput, CallParsedInput, Me } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PostService } from '../../content/posts/index.ts'
import { reportRepository } from './repository.ts'
import { entityKeyOf } from './service.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  posts: Pick<PostService, 'eraseOwn'>
}

/** Lets authors delete their posts and comments, except while a report about them awaits a decision. */
export function createContentDeletion({ database, posts }: Dependencies) {
  return {
    async deletePost(
      viewer: Me,
      { postId, tokenName }: CallParsedInput<'contentDelete'>,
      tx?: Transaction,
    ): Promise<CallOutput<'contentDelete'>> {
      await database.transaction(async (tx) => {
        await posts.eraseOwn(tx, viewer, {
          postId,
          tokenName,
          async assertDecided({ id: entity_id, communityId: community_id }) {
            const open = await reportRepository(tx.connection).byOpenKey(entityKeyOf({ community_id, entity_id }))
            if (open) throw new DomainError('POST_REPORTED')
          },
        })
      }, tx)
      return { postId }
    },
  }
}
