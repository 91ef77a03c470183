import type { Transaction } from '../../../platform/database/database.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ChoiceMerger, SetAsideChoice } from '../../people/accounts/index.ts'
import { type MergeRow, mergeRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  reactions: ChoiceMerger
  votes: ChoiceMerger
}

const SETTLE_CHOICES = jobKind<{ userId: string }>('settle choices of a merged account')
/** Choices per transaction: each locks its post or comment until the end. */
const AT_ONCE = 20
/** Pause between batches, as a multiple of their duration. SQLite's driver blocks the process. */
const PAUSE = 3
/** After this delay, other processes have finished writing for the merged account. */
const LATE_MS = 60_000

export type MergedChoices = ReturnType<typeof createMergedChoices>

/**
 * Ensures one reaction and vote per person. Choices stay with their accounts. If two accounts of a person made the same
 * choice, a job sets the merged account's aside, and restores it after an undo. Until then, the main account's choice
 * is shown, and choosing again replaces both.
 */
export function createMergedChoices({ database, clock, jobs, reactions, votes }: Dependencies) {
  const mergers = { reaction: reactions, vote: votes }
  const kinds = ['reaction', 'vote'] as const

  /** Sets aside some choices of a merged account; false if there were none. */
  async function setAside(tx: Transaction, { user_id: userId, main_id: mainId }: MergeRow): Promise<boolean> {
    const repository = mergeRepository(tx.connection)
    const accounts = [mainId, ...(await repository.into(mainId)).map((merge) => merge.user_id)]
    const otherIds = accounts.filter((id) => id !== userId)
    for (const kind of kinds) {
      const choices = await mergers[kind].setAside(tx, { userId, otherIds, limit: AT_ONCE })
      await repository.addRecords(userId, kind, choices)
      if (choices.length > 0) return true
    }
    return false
  }

  /** Restores some choices of an unmerged account; false if there were none. */
  async function restore(tx: Transaction, userId: string): Promise<boolean> {
    const repository = mergeRepository(tx.connection)
    for (const kind of kinds) {
      const choices: SetAsideChoice[] = await repository.records(userId, kind, AT_ONCE)
      if (choices.length === 0) continue
      await mergers[kind].restore(tx, choices)
      const entityIds = choices.map(({ entityId }) => entityId)
      await repository.deleteRecords(userId, kind, entityIds)
      return true
    }
    return false
  }

  jobs.transactional(SETTLE_CHOICES, {
    pause: PAUSE,
    async work(tx, [job]) {
      if (!job) return undefined
      const { userId } = job.payload
      const merge = await mergeRepository(tx.connection).lock(userId, database.dialect)
      const hasWorked = merge ? await setAside(tx, merge) : await restore(tx, userId)
      return hasWorked ? job.payload : undefined
    },
  })

  return {
    /** Enqueues setting aside or restoring choices, after a merge or its undo. */
    settle(tx: Transaction, userId: string): void {
      jobs.enqueue(tx, SETTLE_CHOICES, { payload: { userId }, key: userId })
      const late = { runAt: clock.now() + LATE_MS, key: `${userId} late` }
      jobs.enqueue(tx, SETTLE_CHOICES, { payload: { userId }, ...late })
    },
    /** Whether any of these unmerged accounts still has choices to restore. */
    isRestoring: (tx: Transaction, userIds: string[]) => mergeRepository(tx.connection).hasRecords(userIds),
  }
}
