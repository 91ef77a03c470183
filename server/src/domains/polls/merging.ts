import type { Database, Unit } from '../../db/database.ts'
import { type PollVoteRow, pollRepository } from './repository.ts'

/** What became of the votes of an account that was merged into another. */
export interface MergedVotes {
  /** They are the other account's now. */
  moved: PollVoteRow[]
  /** The other account had voted in the same poll: its vote stayed. */
  gaveWay: PollVoteRow[]
}

/** One person has one vote in a poll, also after two of their accounts became one. */
export function createVoteMerger({ database }: { database: Database }) {
  async function count(unit: Unit, { post_id, option_index }: PollVoteRow, difference: number): Promise<void> {
    const repository = pollRepository(unit.connection)
    await repository.countOption(post_id, option_index, difference)
    await repository.countVoters(post_id, difference)
  }

  return {
    /** Gives all votes of one account to another, whose own stay. */
    async giveTo(unit: Unit, { fromId, intoId }: { fromId: string; intoId: string }): Promise<MergedVotes> {
      const repository = pollRepository(unit.connection)
      const all = await repository.allOf(fromId)
      const there = new Set((await repository.allOf(intoId)).map((row) => row.post_id))
      const gaveWay = all.filter((row) => there.has(row.post_id))
      for (const row of gaveWay) {
        await repository.lock(row.post_id, database.dialect)
        await repository.deleteVote(row.post_id, fromId)
        await count(unit, row, -1)
      }
      await repository.giveAll(fromId, intoId)
      return { moved: all.filter((row) => !there.has(row.post_id)), gaveWay }
    },
    /** Gives back what moved, unless it was changed since, and lets stand again what gave way. */
    async giveBack(unit: Unit, notes: MergedVotes, about: { fromId: string; intoId: string }): Promise<void> {
      const { fromId, intoId } = about
      const repository = pollRepository(unit.connection)
      for (const row of notes.moved) await repository.giveBack(row, { from: intoId, to: fromId })
      for (const row of notes.gaveWay) {
        // A poll that is gone meanwhile takes no vote.
        if (!(await repository.lock(row.post_id, database.dialect))) continue
        if (await repository.voteOf(row.post_id, fromId)) continue
        await repository.insertVote(row)
        await count(unit, row, 1)
      }
    },
  }
}
