import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  canReactToComment,
  canReactToPost,
  canSeePost,
  type EntityType,
  type Me,
  PAGE_SIZE,
  type ReactionName,
  type ReactionsCount,
} from '@stoa/contract'
import type { CallScope } from '../../../platform/calls/context.ts'
import { type Database, StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { assertAllowed } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { OriginService } from '../../people/partner-origins/index.ts'
import type { Reputation } from '../../people/reputation/index.ts'
import type { CommentService } from '../comments/index.ts'
import type { PostService } from '../posts/index.ts'
import { type ReactionRow, reactionRepository } from './repository.ts'

export interface Reaction {
  entityId: string
  entityType: EntityType
  /** Empty removes the reaction. */
  reactionName: ReactionName | ''
}

/** Change of the counters. */
export interface ReactionDifference {
  up: number
  down: number
}

interface ReactionMove {
  moveId: string
  fromPostId: string
  intoPostId: string
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events' | 'cursors'> {
  accounts: Pick<AccountService, 'accountsOf'>
  communities: Pick<CommunityService, 'require'>
  posts: PostService
  comments: CommentService
  partnerOrigins: OriginService
  reputation: Pick<Reputation, 'give' | 'revoke' | 'recount'>
}

export type ReactionService = ReturnType<typeof createReactionService>

/** One reaction per person and entity. The counts in the entity's row change in the same transaction. */
export function createReactionService(dependencies: Dependencies) {
  const { database, clock, events, cursors, accounts, communities, posts, comments } = dependencies
  const { partnerOrigins, reputation } = dependencies

  /** Checks that the viewer may react; returns the post and the author of the entity. */
  async function allowedTarget(
    viewer: Me,
    { entityId, entityType }: Reaction,
    { onlyCommunity = null, tx }: CallScope,
  ) {
    const now = clock.now()
    const { post, comment } =
      entityType === 'Post'
        ? { post: await posts.facts(entityId, onlyCommunity, tx), comment: null }
        : await comments.facts(entityId, onlyCommunity, tx)
    assertAllowed(comment ? canReactToComment(viewer, { post, comment }, now) : canReactToPost(viewer, post, now))
    await partnerOrigins.checkSite(viewer, post.communityId, tx)
    const { publisherId } = comment ?? post
    return { postId: post.id, communityId: post.communityId, publisherId }
  }

  /**
   * Stores the choice, replacing those of all the person's accounts; returns the difference, or null if nothing
   * changes.
   */
  async function choose(tx: Transaction, accountIds: string[], reaction: Reaction): Promise<ReactionDifference | null> {
    const { entityId, entityType, reactionName } = reaction
    const reactions = reactionRepository(tx.connection)
    const existingReactions = await reactions.locked(entityId, accountIds, database.dialect)
    if (existingReactions.length <= 1 && (existingReactions[0]?.name ?? '') === reactionName) return null
    if (existingReactions.length > 0) await reactions.delete(entityId, accountIds)
    if (reactionName !== '') {
      const [user_id = ''] = accountIds
      const key = { entity_type: entityType, entity_id: entityId, user_id }
      await insert(reactions, { ...key, name: reactionName, created_at: clock.now() })
    }
    const change = (name: ReactionName) =>
      Number(reactionName === name) - existingReactions.filter((row) => row.name === name).length
    return { up: change('thumb-up'), down: change('thumb-down') }
  }

  /** If another tab was faster, the retry reads and locks its row. */
  async function insert(reactions: ReturnType<typeof reactionRepository>, row: ReactionRow): Promise<void> {
    await reactions.insert(row).catch((error: unknown) => {
      throw database.dialect.isUniqueViolation(error) ? new StaleReadError() : error
    })
  }

  async function count(tx: Transaction, reaction: Reaction, difference: ReactionDifference): Promise<ReactionsCount> {
    if (reaction.entityType === 'Comment') return comments.countReactions(tx, reaction.entityId, difference)
    const { up, down } = await posts.count(tx, reaction.entityId, difference)
    return { 'thumb-up': up, 'thumb-down': down }
  }

  /** The reactions to what the viewer may see in the community, or in all if it is null. */
  async function visible(viewer: Me, rows: ReactionRow[], onlyCommunity: string | null): Promise<ReactionRow[]> {
    const idsOf = (type: EntityType) => rows.filter((row) => row.entity_type === type).map((row) => row.entity_id)
    const visibleComments = await comments.seenBy(viewer, idsOf('Comment'))
    const postIds = [...idsOf('Post'), ...[...visibleComments.values()].map(({ postId }) => postId)]
    const facts = await posts.factsById(postIds, onlyCommunity)
    return rows.filter((row) => {
      const comment = row.entity_type === 'Comment' ? visibleComments.get(row.entity_id) : null
      // A comment without text is hidden from the viewer.
      if (comment === undefined || comment?.content === null) return false
      const post = facts.get(comment?.postId ?? row.entity_id)
      return post !== undefined && canSeePost(viewer, post).allowed
    })
  }

  return {
    /** A page of the viewer's reactions. Whose a reaction is, is shown to nobody else. */
    async list(
      viewer: Me,
      { userId, entityId, limit = PAGE_SIZE, cursor }: CallParsedInput<'reactionList'>,
      onlyCommunity: string | null,
    ): Promise<CallOutput<'reactionList'>> {
      const tokenName = onlyCommunity === null ? null : (await communities.require(onlyCommunity)).tokenName
      const wantedIds = userId === undefined ? null : await accounts.accountsOf(userId)
      const userIds = accountIdsOf(viewer).filter((id) => wantedIds?.includes(id) ?? true)
      const list = `reactions ${[viewer.id, tokenName, userId, entityId].join(' ')}`
      const position = cursor === undefined ? null : (cursors.decode(list, cursor) as [number, string])
      const rows = await reactionRepository(database.read).page({ userIds, entityId }, { position, limit: limit + 1 })
      const positionOf = (row: ReactionRow) => [Number(row.created_at), row.entity_id]
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf })
      const items = (await visible(viewer, pageRows, tokenName)).map((row) => ({
        entityId: row.entity_id,
        entityType: row.entity_type,
        userId: viewer.id,
        username: viewer.username,
        reactionName: row.name,
        timestamp: Number(row.created_at),
      }))
      return { items, ...end }
    },
    /** Sets, switches or removes the viewer's reaction. */
    async react(viewer: Me, reaction: Reaction, scope: CallScope = {}): Promise<CallOutput<'postReaction'>> {
      const { postId, communityId, publisherId } = await allowedTarget(viewer, reaction, scope)
      const { entityId, entityType, reactionName } = reaction
      return database.transaction(async (tx) => {
        const difference = await choose(tx, accountIdsOf(viewer), reaction)
        const reactionsCount = await count(tx, reaction, difference ?? { up: 0, down: 0 })
        if (difference) {
          const giverIds = accountIdsOf(viewer)
          await reputation.revoke(tx, entityId, giverIds)
          if (reactionName !== '') {
            const from = { giverIds, name: reactionName, at: clock.now() }
            await reputation.give(tx, { entityType, entityId, communityId, receiverId: publisherId, ...from })
            // The entity may have been hidden since the permission check; updating its counts has locked it.
            await reputation.recount(tx, entityId)
          }
          const about = { postId, entityType, entityId }
          const ownReaction = { userId: viewer.id, ...about, reactionName }
          events.publish(tx, { name: 'viewer.reacted', payload: ownReaction })
          const payload = { ...about, reactionsCount }
          events.publish(tx, { name: 'reaction.changed', payload })
        }
        return { entityId, entityType, reactionName, reactionsCount }
      }, scope.tx)
    },
    /** Moves all reactions of a post to another one. `moveBack` can undo this by the move's id. For operators only. */
    async moveAll(tx: Transaction, move: ReactionMove): Promise<void> {
      const { moveId, fromPostId, intoPostId } = move
      const reactions = reactionRepository(tx.connection)
      await counting(tx, move, async () => {
        await reactions.noteMove(moveId, fromPostId)
        await reactions.move(fromPostId, intoPostId)
      })
    },
    /** Undoes a `moveAll` by its id. */
    async moveBack(tx: Transaction, move: ReactionMove): Promise<void> {
      const { moveId, fromPostId, intoPostId } = move
      const ids = { fromId: fromPostId, intoId: intoPostId }
      await counting(tx, move, () => reactionRepository(tx.connection).undoMove(moveId, ids))
    },
  }

  /** Runs the work and updates the counts of both posts. */
  async function counting(tx: Transaction, { fromPostId, intoPostId }: ReactionMove, work: () => Promise<void>) {
    const reactions = reactionRepository(tx.connection)
    const both = [fromPostId, intoPostId]
    const before = await Promise.all(both.map(reactions.countsOf))
    await work()
    for (const [index, postId] of both.entries()) {
      const after = await reactions.countsOf(postId)
      const difference = (name: ReactionName) => after[name] - (before[index]?.[name] ?? 0)
      await posts.count(tx, postId, { up: difference('thumb-up'), down: difference('thumb-down') })
      await reputation.recount(tx, postId)
    }
  }
}

/** A person's reactions, for other domains' lists. */
export interface OwnReactions {
  /** Reactions by post or comment id. Of several accounts, the first one's counts. One query. */
  chosenBy(accountIds: string[], entityIds: string[]): Promise<Record<string, ReactionName>>
}

export function createOwnReactions({ database }: { database: Database }): OwnReactions {
  return {
    async chosenBy(accountIds, entityIds) {
      const rows = await reactionRepository(database.read).chosenBy(accountIds, entityIds)
      // Sorted in reverse, as the last entry wins.
      rows.sort((one, other) => accountIds.indexOf(other.user_id) - accountIds.indexOf(one.user_id))
      return Object.fromEntries(rows.map((row) => [row.entity_id, row.name]))
    },
  }
}
