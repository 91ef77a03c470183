import type { ReactionName } from '@stoa/contract'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { isDomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ChoiceMerger } from '../../people/accounts/index.ts'
import type { Reputation } from '../../people/reputation/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import type { createEarlierReputation } from './earlier-reactions.ts'
import { type ReactionRow, reactionRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'events'> {
  posts: Pick<PostService, 'count'>
  comments: Pick<CommentService, 'countReactions' | 'postsOf'>
  reputation: Pick<Reputation, 'revoke'>
  giveAgain: ReturnType<typeof createEarlierReputation>
}

/** Ensures one reaction per person and entity, even after two accounts are merged. */
export function createReactionMerger({
  database,
  events,
  posts,
  comments,
  reputation,
  giveAgain,
}: Dependencies): ChoiceMerger<ReactionRow> {
  const { dialect } = database

  async function counted(tx: Transaction, { entity_type, entity_id, name }: ReactionRow, difference: number) {
    const of = (chosen: ReactionName) => (name === chosen ? difference : 0)
    const change = { up: of('thumb-up'), down: of('thumb-down') }
    if (entity_type === 'Comment') return comments.countReactions(tx, entity_id, change)
    const { up, down } = await posts.count(tx, entity_id, change)
    return { 'thumb-up': up, 'thumb-down': down }
  }

  /** Updates and publishes counts. False if the entity is gone. */
  async function count(tx: Transaction, row: ReactionRow, difference: number): Promise<boolean> {
    const { entity_type: entityType, entity_id: entityId } = row
    try {
      const reactionsCount = await counted(tx, row, difference)
      const postId = entityType === 'Post' ? entityId : (await comments.postsOf([entityId], tx)).get(entityId)
      if (postId === undefined) return false
      const payload = { postId, entityType, entityId, reactionsCount }
      events.publish(tx, { name: 'reaction.changed', payload })
      return true
    } catch (error) {
      if (isDomainError(error) && (error.code === 'POST_NOT_FOUND' || error.code === 'COMMENT_NOT_FOUND')) return false
      throw error
    }
  }

  return {
    async setAside(tx, about) {
      const repository = reactionRepository(tx.connection)
      const rows = await repository.alsoOf(about, dialect)
      for (const row of rows) {
        await repository.delete(row.entity_id, [about.userId])
        await count(tx, row, -1)
        await reputation.revoke(tx, row.entity_id, [about.userId])
      }
      return rows.map((row) => ({ entityId: row.entity_id, row }))
    },
    async restore(tx, choices) {
      const repository = reactionRepository(tx.connection)
      for (const { entityId, row } of choices) {
        if ((await repository.locked(entityId, [row.user_id], dialect)).length > 0) continue
        if (!(await count(tx, row, 1))) continue
        await repository.insert(row).catch((error: unknown) => {
          throw dialect.isUniqueViolation(error) ? new StaleReadError() : error
        })
        await giveAgain(tx, row)
      }
    },
  }
}
