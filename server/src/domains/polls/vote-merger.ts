import type { Database, Transaction } from '../../platform/database/database.ts'
import type { ChoiceMerger } from '../accounts/merged-choices.ts'
import type { PollChanges } from './poll-changes.ts'
import { type PollVoteRow, pollRepository } from './repository.ts'

/** One person has one vote in a poll, also after two of their accounts were merged. */
export function createVoteMerger({
  database: { dialect },
  changes,
}: {
  database: Database
  changes: PollChanges
}): ChoiceMerger<PollVoteRow> {
  async function count(tx: Transaction, { post_id, option_index }: PollVoteRow, difference: number): Promise<void> {
    const repository = pollRepository(tx.connection)
    await repository.countOption(post_id, option_index, difference)
    await repository.countVoters(post_id, difference)
    await changes.tell(tx, post_id)
  }

  return {
    async setAside(tx, { userId, otherIds, limit }) {
      const repository = pollRepository(tx.connection)
      const postIds = await repository.votedByBoth(userId, otherIds, limit)
      if (postIds.length === 0) return []
      await repository.lockAll(postIds, dialect)
      const kept = (await repository.votesOf(otherIds, postIds)).map((row) => row.post_id)
      const rows = (await repository.votesOf([userId], postIds)).filter((row) => kept.includes(row.post_id))
      for (const row of rows) {
        await repository.deleteVotes(row.post_id, [userId])
        await count(tx, row, -1)
      }
      return rows.map((row) => ({ entityId: row.post_id, row }))
    },
    async restore(tx, choices) {
      const repository = pollRepository(tx.connection)
      for (const { row } of choices) {
        const poll = await repository.lock(row.post_id, dialect)
        if (!poll || (await repository.votesOf([row.user_id], [row.post_id])).length > 0) continue
        await repository.insertVote(row)
        await count(tx, row, 1)
      }
    },
  }
}
