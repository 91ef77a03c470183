import type { ReactionName } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import { changedMeanwhile } from '../../db/unit.ts'
import { type Events, rooms } from '../../events/events.ts'
import { isDomainError } from '../../lib/domain-error.ts'
import type { CommentService } from '../comments/service.ts'
import type { ChoiceMerger } from '../merges/choices.ts'
import type { PostService } from '../posts/service.ts'
import { type ReactionRow, reactionRepository } from './repository.ts'

interface Dependencies {
  database: Database
  events: Events
  posts: Pick<PostService, 'count'>
  comments: Pick<CommentService, 'countReactions' | 'postsOf'>
}

/** Reactions that give way in one transaction: each locks what it was to until the end. */
const GIVING_WAY_MAX = 10

/** One person has one reaction to a thing, also after two of their accounts became one. */
export function createReactionMerger({ database, events, posts, comments }: Dependencies): ChoiceMerger<ReactionRow> {
  const { dialect } = database

  async function counted(unit: Unit, { entity_type, entity_id, name }: ReactionRow, difference: number) {
    const of = (chosen: ReactionName) => (name === chosen ? difference : 0)
    const change = { up: of('thumb-up'), down: of('thumb-down') }
    if (entity_type === 'Comment') return comments.countReactions(unit, entity_id, change)
    const { up, down } = await posts.count(unit, entity_id, change)
    return { 'thumb-up': up, 'thumb-down': down }
  }

  /** Counts and tells; false for what is gone meanwhile. */
  async function count(unit: Unit, row: ReactionRow, difference: number): Promise<boolean> {
    const { entity_type: entityType, entity_id: entityId } = row
    try {
      const reactionsCount = await counted(unit, row, difference)
      const postId = entityType === 'Post' ? entityId : (await comments.postsOf([entityId])).get(entityId)
      if (postId === undefined) return false
      const payload = { postId, entityType, entityId, reactionsCount }
      events.publish(unit, { name: 'reaction.changed', room: rooms.post(postId), payload })
      return true
    } catch (error) {
      if (isDomainError(error) && (error.code === 'POST_NOT_FOUND' || error.code === 'COMMENT_NOT_FOUND')) return false
      throw error
    }
  }

  /** Whoever has reacted in between is looked at again, from the start. */
  async function orAgain(work: Promise<unknown>): Promise<void> {
    await work.catch((error) => {
      throw dialect.isUniqueViolation(error) ? changedMeanwhile : error
    })
  }

  return {
    async giveSome(unit, accounts, which) {
      const { fromId, intoId } = accounts
      const repository = reactionRepository(unit.connection)
      const rows = await repository.someOf(fromId, which, dialect)
      const known = await repository.chosenBy([intoId], idsOf(rows))
      const there = new Set(idsOf(known))
      const all = rows.map((row) => ({ entityId: row.entity_id, row, gaveWay: there.has(row.entity_id) }))
      const gaveWay = all.filter((choice) => choice.gaveWay).slice(0, GIVING_WAY_MAX)
      const moved = all.filter((choice) => !choice.gaveWay)
      if (moved.length > 0) await orAgain(repository.give(idsOf(moved.map(({ row }) => row)), accounts))
      for (const { row } of gaveWay) {
        await repository.delete(row.entity_id, fromId)
        await count(unit, row, -1)
      }
      return [...moved, ...gaveWay]
    },
    async giveBack(unit, choices, { fromId, intoId }) {
      const repository = reactionRepository(unit.connection)
      const own = await repository.chosenBy(
        [fromId],
        choices.map(({ entityId }) => entityId),
      )
      const there = new Set(idsOf(own))
      for (const { row, entityId, gaveWay } of choices) {
        const isThere = there.has(entityId)
        if (gaveWay) {
          // A thing that is gone meanwhile takes no reaction.
          if (!isThere && (await count(unit, row, 1))) await orAgain(repository.insert(row))
        } else if (!isThere) {
          await orAgain(repository.giveBack(row, { from: intoId, to: fromId }))
        } else if (await repository.takeBack(row, intoId)) {
          // Its owner has reacted anew, in the account that is one of its own again.
          await count(unit, row, -1)
        }
      }
    },
  }
}

function idsOf(rows: ReactionRow[]): string[] {
  return rows.map((row) => row.entity_id)
}
