import {
  type CallOutput,
  canReactToComment,
  canReactToPost,
  type EntityType,
  type Me,
  type ReactionName,
  type ReactionsCount,
} from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { type Events, rooms } from '../../events/events.ts'
import type { Clock } from '../../lib/clock.ts'
import { assertAllowed } from '../../lib/domain-error.ts'
import type { OriginService } from '../articles/origins.ts'
import type { CommentService } from '../comments/service.ts'
import type { Moving } from '../merges/moving.ts'
import type { PostService } from '../posts/service.ts'
import { type ReactionRow, reactionRepository } from './repository.ts'

export interface Reaction {
  entityId: string
  entityType: EntityType
  /** Empty removes it. */
  reactionName: ReactionName | ''
}

/** What a changed reaction does to the counters. */
export interface ReactionDifference {
  up: number
  down: number
}

interface ReactionMove {
  moveId: string
  fromPostId: string
  intoPostId: string
}

interface Dependencies {
  database: Database
  clock: Clock
  events: Events
  posts: PostService
  comments: CommentService
  origins: OriginService
  /** Gives the viewer what an account that was merged into theirs had chosen there. */
  settle: Moving['settle']
}

export type ReactionService = ReturnType<typeof createReactionService>

/** One reaction per person and entity; the counts on the entity's row change in the same transaction. */
export function createReactionService(dependencies: Dependencies) {
  const { database, clock, events, posts, comments, origins, settle } = dependencies

  /** Checks that the viewer may react, and returns the post of the entity. */
  async function allowedPost(viewer: Me, { entityId, entityType }: Reaction, only: string | null): Promise<string> {
    const now = clock.now()
    const { post, comment } =
      entityType === 'Post'
        ? { post: await posts.facts(entityId, only), comment: null }
        : await comments.facts(entityId, only)
    assertAllowed(comment ? canReactToComment(viewer, { post, comment }, now) : canReactToPost(viewer, post, now))
    await origins.checkSite(viewer, post.communityId)
    return post.id
  }

  /** Stores the choice and says what it changes; null when it was so already. */
  async function choose(unit: Unit, userId: string, reaction: Reaction): Promise<ReactionDifference | null> {
    const { entityId, entityType, reactionName } = reaction
    const reactions = reactionRepository(unit.connection)
    const before = await reactions.locked(entityId, userId, database.dialect)
    if ((before?.name ?? '') === reactionName) return null
    if (reactionName === '') {
      await reactions.delete(entityId, userId)
    } else {
      const row: ReactionRow = {
        entity_type: entityType,
        entity_id: entityId,
        user_id: userId,
        name: reactionName,
        created_at: clock.now(),
      }
      if (before) await reactions.setName(row)
      else if (!(await inserted(reactions, row))) return choose(unit, userId, reaction)
    }
    const change = (name: ReactionName) => Number(reactionName === name) - Number(before?.name === name)
    return { up: change('thumb-up'), down: change('thumb-down') }
  }

  /** False when another tab of the same person was first; its row is there to be read and locked then. */
  async function inserted(reactions: ReturnType<typeof reactionRepository>, row: ReactionRow): Promise<boolean> {
    try {
      await reactions.insert(row)
      return true
    } catch (error) {
      if (database.dialect.isUniqueViolation(error)) return false
      throw error
    }
  }

  async function count(unit: Unit, reaction: Reaction, difference: ReactionDifference): Promise<ReactionsCount> {
    if (reaction.entityType === 'Comment') return comments.countReactions(unit, reaction.entityId, difference)
    const { up, down } = await posts.count(unit, reaction.entityId, difference)
    return { 'thumb-up': up, 'thumb-down': down }
  }

  return {
    /** Sets, switches or removes the viewer's reaction. `only`: the community whose posts are there; null for all. */
    async react(viewer: Me, reaction: Reaction, only: string | null = null): Promise<CallOutput<'postReaction'>> {
      const postId = await allowedPost(viewer, reaction, only)
      const { entityId, entityType, reactionName } = reaction
      return database.transaction(async (unit) => {
        await settle(unit, viewer, entityId)
        const difference = await choose(unit, viewer.id, reaction)
        const reactionsCount = await count(unit, reaction, difference ?? { up: 0, down: 0 })
        if (difference) {
          const about = { postId, entityType, entityId }
          const own = { userId: viewer.id, ...about, reactionName }
          events.publish(unit, { name: 'viewer.reacted', room: rooms.viewer(viewer.id, postId), payload: own })
          const payload = { ...about, reactionsCount }
          events.publish(unit, { name: 'reaction.changed', room: rooms.post(postId), payload })
        }
        return { entityId, entityType, reactionName, reactionsCount }
      })
    },
    /** Moves all reactions of a post to another one under a name, by which they find back; for operators only. */
    async moveAll(unit: Unit, move: ReactionMove): Promise<void> {
      const { moveId, fromPostId, intoPostId } = move
      const reactions = reactionRepository(unit.connection)
      await counting(unit, move, async () => {
        await reactions.noteMove(moveId, fromPostId)
        await reactions.move(fromPostId, intoPostId)
      })
    },
    /** Moves back what `moveAll` brought under that name. */
    async moveBack(unit: Unit, move: ReactionMove): Promise<void> {
      const { moveId, fromPostId, intoPostId } = move
      const places = { fromId: fromPostId, intoId: intoPostId }
      await counting(unit, move, () => reactionRepository(unit.connection).undoMove(moveId, places))
    },
  }

  /** Does the work and counts what it changes for both posts. */
  async function counting(unit: Unit, { fromPostId, intoPostId }: ReactionMove, work: () => Promise<void>) {
    const reactions = reactionRepository(unit.connection)
    const both = [fromPostId, intoPostId]
    const before = await Promise.all(both.map(reactions.countsOf))
    await work()
    for (const [index, postId] of both.entries()) {
      const after = await reactions.countsOf(postId)
      const difference = (name: ReactionName) => after[name] - (before[index]?.[name] ?? 0)
      await posts.count(unit, postId, { up: difference('thumb-up'), down: difference('thumb-down') })
    }
  }
}
