import type { Database, Transaction } from '../database/database.ts'
import { jobRepository } from './repository.ts'

/**
 * Whether mails, push messages, webhooks, scheduled posts, withdrawals, cash-outs and deletions of uploads' files wait: a restore
 * begins so, because a copy of an installation must not do again what the original has done, nor delete what it needs.
 */
export function createHold(database: Database) {
  /** Only a restore into an empty database begins to hold, so it needn't be asked again. */
  let isFree = false
  return {
    /** Null: nothing is held. */
    async since(tx?: Transaction): Promise<number | null> {
      if (isFree) return null
      const since = await jobRepository(database.from(tx)).heldSince()
      isFree = since === undefined
      return since ?? null
    },
    async begin(tx: Transaction, now: number): Promise<void> {
      await jobRepository(tx.connection).hold(now)
    },
    /** False: nothing was held. */
    end: async (tx: Transaction): Promise<boolean> => (await jobRepository(tx.connection).release()) > 0,
  }
}
