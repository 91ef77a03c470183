import type { ReactionName } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { CommentService } from '../comments/service.ts'
import type { PostService } from '../posts/service.ts'
import { type ReactionRow, reactionRepository } from './repository.ts'

/** What became of the reactions of an account that was merged into another. */
export interface MergedReactions {
  /** They are the other account's now. */
  moved: ReactionRow[]
  /** The other account had reacted to the same thing: its reaction stayed. */
  gaveWay: ReactionRow[]
}

interface Dependencies {
  database: Database
  posts: Pick<PostService, 'count'>
  comments: Pick<CommentService, 'countReactions'>
}

/** One person has one reaction to a thing, also after two of their accounts became one. */
export function createReactionMerger({ database, posts, comments }: Dependencies) {
  async function count(unit: Unit, { entity_type, entity_id, name }: ReactionRow, difference: number): Promise<void> {
    const of = (counted: ReactionName) => (name === counted ? difference : 0)
    const change = { up: of('thumb-up'), down: of('thumb-down') }
    if (entity_type === 'Comment') await comments.countReactions(unit, entity_id, change)
    else await posts.count(unit, entity_id, change)
  }

  return {
    /** Gives all reactions of one account to another, whose own stay. */
    async giveTo(unit: Unit, { fromId, intoId }: { fromId: string; intoId: string }): Promise<MergedReactions> {
      const repository = reactionRepository(unit.connection)
      const all = await repository.allOf(fromId)
      const there = new Set((await repository.allOf(intoId)).map((row) => row.entity_id))
      const gaveWay = all.filter((row) => there.has(row.entity_id))
      for (const row of gaveWay) {
        await repository.delete(row.entity_id, fromId)
        await count(unit, row, -1)
      }
      await repository.giveAll(fromId, intoId)
      return { moved: all.filter((row) => !there.has(row.entity_id)), gaveWay }
    },
    /** Gives back what moved, unless it was changed since, and lets stand again what gave way. */
    async giveBack(unit: Unit, notes: MergedReactions, about: { fromId: string; intoId: string }): Promise<void> {
      const { fromId, intoId } = about
      const repository = reactionRepository(unit.connection)
      for (const row of notes.moved) await repository.giveBack(row, { from: intoId, to: fromId })
      for (const row of notes.gaveWay) {
        if (await repository.locked(row.entity_id, fromId, database.dialect)) continue
        await repository.insert(row)
        await count(unit, row, 1)
      }
    },
  }
}
