import type { Database, Unit } from '../../db/database.ts'
import type { ChoiceMerger } from '../merges/choices.ts'
import { type PollVoteRow, pollRepository } from './repository.ts'
import type { PollChanges } from './telling.ts'

/** Votes that one transaction moves: their polls are locked until the end. */
const AT_ONCE = 20

/** One person has one vote in a poll, also after two of their accounts became one. */
export function createVoteMerger({
  database,
  changes,
}: {
  database: Database
  changes: PollChanges
}): ChoiceMerger<PollVoteRow> {
  async function count(unit: Unit, { post_id, option_index }: PollVoteRow, difference: number): Promise<void> {
    const repository = pollRepository(unit.connection)
    await repository.countOption(post_id, option_index, difference)
    await repository.countVoters(post_id, difference)
    await changes.tell(unit, post_id)
  }

  return {
    async giveSome(unit, accounts, which) {
      const { fromId, intoId } = accounts
      const repository = pollRepository(unit.connection)
      const postIds =
        'entityId' in which ? [which.entityId] : await repository.votedBy(fromId, Math.min(which.limit, AT_ONCE))
      if (postIds.length === 0) return []
      // Under the polls' locks nobody votes in between.
      await repository.lockAll(postIds, database.dialect)
      const votes = await repository.votesOf([fromId], postIds)
      const there = new Set((await repository.votesOf([intoId], postIds)).map((row) => row.post_id))
      const all = votes.map((row) => ({ entityId: row.post_id, row, gaveWay: there.has(row.post_id) }))
      const moved = all.filter(({ gaveWay }) => !gaveWay).map(({ entityId }) => entityId)
      if (moved.length > 0) await repository.give(moved, accounts)
      for (const { row, gaveWay } of all) {
        if (!gaveWay) continue
        await repository.deleteVote(row.post_id, fromId)
        await count(unit, row, -1)
      }
      return all
    },
    async giveBack(unit, choices, { fromId, intoId }) {
      const repository = pollRepository(unit.connection)
      for (const { row, gaveWay } of choices.toSorted((one, other) => (one.entityId < other.entityId ? -1 : 1))) {
        // A poll that is gone meanwhile takes no vote.
        if (!(await repository.lock(row.post_id, database.dialect))) continue
        const isThere = (await repository.voteOf(row.post_id, fromId)) !== undefined
        if (gaveWay) {
          if (isThere) continue
          await repository.insertVote(row)
          await count(unit, row, 1)
        } else if (!isThere) {
          await repository.giveBack(row, { from: intoId, to: fromId })
        } else if (await repository.takeBack(row, intoId)) {
          // Its owner has voted anew, in the account that is one of its own again.
          await count(unit, row, -1)
        }
      }
    },
  }
}
