import { SIGN_IN_LOCKOUT_MS } from '@stoa/contract'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { CountKey } from '../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'
import type { Platform } from '../../../platform/platform.ts'

const FIRST_DELAY_MS = MINUTE_MS
const { limit, windowMs } = POLICIES.signInFailure

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
export function createLockout(about: Pick<Platform, 'database' | 'clock' | 'eventCounts'>) {
  const { database, clock, eventCounts } = about
  const keyOf = ({ account, place }: Attempt): CountKey => ({ policy: 'signInFailure', of: [account, place] })
  return {
    /** Counts an attempt before its password is looked at, so that parallel guesses gain nothing; throws SIGN_IN_LOCKED. */
    async begin(attempt: Attempt, tx?: Transaction): Promise<void> {
      const free = limit * (attempt.factor ?? 1)
      await database.transaction(async (tx) => {
        for (const count of await eventCounts.lock(tx, [keyOf(attempt)])) {
          // Each failure begins the window anew.
          const lastFailure = count.expires_at - windowMs
          const wait = count.events < free ? 0 : lastFailure + delayAfter(count.events - free) - clock.now()
          if (wait > 0) throw new DomainError('SIGN_IN_LOCKED', { retryAfterMs: wait })
          await eventCounts.set(tx, { ...count, events: count.events + 1, expires_at: clock.now() + windowMs })
        }
      }, tx)
    },
    /** Forgets the failures after the right password. */
    async succeed(attempt: Attempt, tx?: Transaction): Promise<void> {
      await eventCounts.forget(keyOf(attempt), tx)
    },
  }
}

function delayAfter(failuresTooMany: number): number {
  return Math.min(SIGN_IN_LOCKOUT_MS, FIRST_DELAY_MS * 2 ** failuresTooMany)
}
