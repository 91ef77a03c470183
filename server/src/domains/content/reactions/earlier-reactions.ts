import type { Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Reputation } from '../../people/reputation/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import { type ReactionRow, reactionRepository } from './repository.ts'

interface Dependencies {
  posts: Pick<PostService, 'facts'>
  comments: Pick<CommentService, 'facts'>
  reputation: Pick<Reputation, 'revoke' | 'give' | 'recount'>
}

/** Grants reputation for an existing reaction, dated to its day. Content that is gone grants none. */
export function createEarlierReputation({ posts, comments, reputation }: Dependencies) {
  async function targetOf({ entity_type, entity_id }: ReactionRow, tx: Transaction) {
    if (entity_type === 'Comment') return comments.facts(entity_id, null, tx)
    return { post: await posts.facts(entity_id, null, tx), comment: null }
  }

  return async (tx: Transaction, row: ReactionRow): Promise<void> => {
    const { entity_type: entityType, entity_id: entityId, user_id: userId, name, created_at } = row
    try {
      const { post, comment } = await targetOf(row, tx)
      const { publisherId: receiverId } = comment ?? post
      await reputation.revoke(tx, entityId, [userId])
      const about = { entityType, entityId, communityId: post.communityId, receiverId }
      await reputation.give(tx, { ...about, giverIds: [userId], name, at: Number(created_at) })
      // The content may be hidden by now.
      await reputation.recount(tx, entityId)
    } catch (error) {
      if (!isDomainError(error)) throw error
    }
  }
}

/** Enqueued by the migration that added reputation. The payload is the last reaction that was counted. */
const EARLIER_REACTIONS = jobKind<{ entityId: string; userId: string }>('give reputation for earlier reactions')
/** Reactions counted per transaction. */
const AT_ONCE = 50
/** Pause between batches, as a multiple of their duration. SQLite's driver blocks the process. */
const PAUSE = 2

export function countEarlierReactions(
  { jobs }: Pick<Platform, 'jobs'>,
  giveAgain: ReturnType<typeof createEarlierReputation>,
): void {
  jobs.transactional(EARLIER_REACTIONS, {
    pause: PAUSE,
    async work(tx, [job]) {
      if (!job) return undefined
      const rows = await reactionRepository(tx.connection).after(job.payload, AT_ONCE)
      for (const row of rows) await giveAgain(tx, row)
      const last = rows.at(-1)
      return last && rows.length === AT_ONCE ? { entityId: last.entity_id, userId: last.user_id } : undefined
    },
  })
}
