import { setTimeout as sleep } from 'node:timers/promises'
import type { Me } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createWorkOff } from '../../lib/put-off.ts'
import type { ChoiceMerger, Merged } from './choices.ts'
import { type ChoiceKind, type MergeRow, mergeRepository } from './repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  background: Background
  logger: Logger
  reactions: ChoiceMerger
  votes: ChoiceMerger
}

/** Choices that one transaction gives: whoever reads or writes meanwhile waits for no longer than that. */
const GIVEN_AT_ONCE = 50
/** And gives back: each is looked at by itself. */
const RETURNED_AT_ONCE = 20
/** Of the time, the share that the batches leave to everybody else, as a multiple of what they take. */
const GIVING_WAY = 3
const FORGOTTEN_AT_ONCE = 500
/** What was on its way when the account was given up has arrived by then. */
const SETTLED_MS = 10 * 60_000
const DUE_MAX = 200

export type Moving = ReturnType<typeof createMoving>

/**
 * Moves what a person has chosen once to the main one of their accounts, and back when they part. It is done in batches, and
 * goes on in any process after a crash; each batch holds the row of its merge, so that two at once take turns.
 */
export function createMoving({ database, clock, background, logger, reactions, votes }: Dependencies) {
  const workOff = createWorkOff<string>({ name: 'move choices', idOf: (userId) => userId, clock, logger })
  const mergers: Record<ChoiceKind, ChoiceMerger> = { reaction: reactions, vote: votes }
  const kinds = Object.keys(mergers) as ChoiceKind[]

  /** Gives some choices, or those about one thing, and notes them; false when there were none. */
  async function give(unit: Unit, accounts: Merged, which: { limit: number } | { entityId: string }) {
    let hasGiven = false
    for (const kind of kinds) {
      const given = await mergers[kind].giveSome(unit, accounts, which)
      if (given.length === 0) continue
      await mergeRepository(unit.connection).addChoices(accounts.fromId, kind, given)
      hasGiven = true
      // One kind after the other: so a batch has its bound.
      if ('limit' in which) break
    }
    return hasGiven
  }

  async function giveBack(unit: Unit, accounts: Merged): Promise<boolean> {
    const repository = mergeRepository(unit.connection)
    for (const kind of kinds) {
      const choices = await repository.choices(accounts.fromId, kind, RETURNED_AT_ONCE)
      if (choices.length === 0) continue
      await mergers[kind].giveBack(unit, choices, accounts)
      await repository.deleteChoices(
        accounts.fromId,
        kind,
        choices.map(({ entityId }) => entityId),
      )
      return true
    }
    await repository.delete(accounts.fromId)
    return false
  }

  /** True while there is more to do at once. */
  async function workOnce(userId: string): Promise<boolean> {
    return database.transaction(async (unit) => {
      const repository = mergeRepository(unit.connection)
      const row = await repository.lock(userId, database.dialect)
      if (!row || row.state === 'merged') return false
      const accounts = { fromId: userId, intoId: row.main_id }
      if (row.state === 'parting') return giveBack(unit, accounts)
      if (await give(unit, accounts, { limit: GIVEN_AT_ONCE })) return true
      if (clock.now() >= Number(row.merged_at) + SETTLED_MS) await repository.update(userId, { state: 'merged' })
      return false
    })
  }

  async function work(userId: string): Promise<void> {
    for (;;) {
      const start = performance.now()
      if (!(await workOnce(userId))) return
      // The driver of SQLite is synchronous: between two batches it is everybody else's turn.
      await sleep(GIVING_WAY * (performance.now() - start))
    }
  }

  function workLater(unit: Unit, userId: string): void {
    unit.afterCommit(() => background.run('move choices of a merged account', () => work(userId)))
  }

  return {
    /** Begins to move what an account has chosen to the main one. */
    async begin(unit: Unit, row: Omit<MergeRow, 'state'>): Promise<void> {
      await mergeRepository(unit.connection).insert({ ...row, state: 'merging' })
      workLater(unit, row.user_id)
    },
    /** Begins to give it back. */
    async part(unit: Unit, userId: string): Promise<void> {
      await mergeRepository(unit.connection).update(userId, { state: 'parting' })
      workLater(unit, userId)
    },
    /**
     * Before somebody chooses: what an account of theirs had chosen there, and was not moved yet, becomes the main
     * account's, so that it is changed or taken back, and not doubled.
     */
    async settle(unit: Unit, viewer: Pick<Me, 'id' | 'ForwardedFrom'>, entityId: string): Promise<void> {
      if (viewer.ForwardedFrom.length === 0) return
      const open = await mergeRepository(unit.connection).lockMerging(viewer.id, database.dialect)
      for (const fromId of open) await give(unit, { fromId, intoId: viewer.id }, { entityId })
    },
    /** Forgets some of what was noted of an account that is deleted; false when there is nothing left. */
    async forget(unit: Unit, userId: string): Promise<boolean> {
      return mergeRepository(unit.connection).forgetChoices(userId, FORGOTTEN_AT_ONCE)
    },
    /** Job: goes on with what a process left when it ended. */
    async resume(): Promise<void> {
      await workOff((except) => mergeRepository(database.read).due(DUE_MAX, except), work)
    },
  }
}
