import { SIGN_IN_FREE_FAILURES, SIGN_IN_LOCKOUT_MS } from '@stoa/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import { lockoutRepository } from './repository.ts'

const FIRST_DELAY_MS = 60 * 1000
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000

/** An account as it is tried from one place. */
export interface Attempt {
  /** User id, or the login that was typed when there is no such account. */
  account: string
  /** A device known to the account, or an address prefix. */
  place: string
  /** How many times one person's failures are free: for a prefix that may be several people's. Default 1. */
  factor?: number
}

export type Lockout = ReturnType<typeof createLockout>

/**
 * Slows down guessing per account and place: after eight failures a minute, then twice as long each time up to an hour.
 * Because the place counts too, nobody can lock somebody else out of their own device.
 */
export function createLockout({ database, clock }: { database: Database; clock: Clock }) {
  const keyOf = ({ account, place }: Attempt) => sha256(JSON.stringify([account, place]))
  return {
    /** Counts an attempt before its password is looked at, so that parallel guesses gain nothing; throws SIGN_IN_LOCKED. */
    async begin(attempt: Attempt, tx?: Transaction): Promise<void> {
      const now = clock.now()
      const keyHash = keyOf(attempt)
      const free = SIGN_IN_FREE_FAILURES * (attempt.factor ?? 1)
      await database.transaction(async ({ connection }) => {
        const repository = lockoutRepository(connection, database.dialect)
        const row = await repository.lock(keyHash, now)
        const wait = Number(row.locked_until) - now
        if (wait > 0) throw new DomainError('SIGN_IN_LOCKED', { retryAfterMs: wait })
        const isOld = Number(row.updated_at) < now - FORGOTTEN_AFTER_MS
        const failures = isOld ? 1 : row.failures + 1
        await repository.update({
          key_hash: keyHash,
          failures,
          locked_until: failures < free ? 0 : now + delayAfter(failures - free),
          updated_at: now,
        })
      }, tx)
    },
    /** Forgets the failures after the right password. */
    async succeed(attempt: Attempt, tx?: Transaction): Promise<void> {
      await database.transaction(
        ({ connection }) => lockoutRepository(connection, database.dialect).delete(keyOf(attempt)),
        tx,
      )
    },
    async cleanUp(): Promise<void> {
      await database.transaction(({ connection }) =>
        lockoutRepository(connection, database.dialect).deleteBefore(clock.now() - FORGOTTEN_AFTER_MS),
      )
    },
  }
}

function delayAfter(failuresTooMany: number): number {
  return Math.min(SIGN_IN_LOCKOUT_MS, FIRST_DELAY_MS * 2 ** failuresTooMany)
}
