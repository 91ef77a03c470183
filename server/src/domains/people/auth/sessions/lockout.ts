import { SIGN_IN_LOCKOUT_MS } from '@stoa/contract'
import { MINUTE_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { CountKey } from '../../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../../platform/limits/policies.ts'
import type { Platform } from '../../../../platform/platform.ts'

const FIRST_DELAY_MS = MINUTE_MS
const { limit, windowMs } = POLICIES.signInFailure

/** Keys of attempts. Each method is counted separately. */
export const attemptKeys = {
  /** Names and addresses are counted separately; together they would reveal who owns the address. */
  password: (login: string, userId: string) => `${login.includes('@') ? 'address' : 'name'} of ${userId}`,
  /** A login without an account. */
  unknownLogin: (login: string) => login.toLowerCase(),
  code: (email: string) => `code ${email.toLowerCase()}`,
  secondFactor: (userId: string) => `second factor ${userId}`,
  /** Reauthentication of a signed-in person. */
  again: (userId: string) => userId,
}

/** An attempt on an account from one place. */
export interface Attempt {
  /** A key made by `tried`. */
  account: string
  /** A device known to the account, or an address prefix. */
  source: string
  /** Multiple of one person's free failures, for a prefix that several people may share. Default 1. */
  factor?: number
}

export type Lockout = ReturnType<typeof createLockout>

/**
 * Slows down guessing per account and place. After eight failures each try must wait: a minute at first, then doubling
 * up to an hour. Because the place counts too, nobody can lock others out of their own device.
 */
export function createLockout(about: Pick<Platform, 'database' | 'clock' | 'eventCounts'>) {
  const { database, clock, eventCounts } = about
  const keyOf = ({ account, source }: Attempt): CountKey => ({
    policy: 'signInFailure',
    of: [account, source],
    subject: account,
  })
  return {
    /**
     * Counts an attempt before the password is checked, so that parallel guesses gain nothing. Throws SIGN_IN_LOCKED.
     */
    async begin(attempt: Attempt, tx?: Transaction): Promise<void> {
      const free = limit * (attempt.factor ?? 1)
      await database.transaction(async (tx) => {
        for (const count of await eventCounts.lock(tx, [keyOf(attempt)])) {
          // Each failure restarts the window.
          const lastFailure = count.expires_at - windowMs
          const wait = count.events < free ? 0 : lastFailure + delayAfter(count.events - free) - clock.now()
          if (wait > 0) throw new DomainError('SIGN_IN_LOCKED', { retryAfterMs: wait })
          await eventCounts.set(tx, { ...count, events: count.events + 1, expires_at: clock.now() + windowMs })
        }
      }, tx)
    },
    /** Resets the failures after a success. */
    async succeed(attempt: Attempt, tx?: Transaction): Promise<void> {
      await eventCounts.forget(keyOf(attempt), tx)
    },
    /** Resets all failures of an account, for every method and place. Returns how many there were. */
    async forgive({ userIds, emails }: { userIds: string[]; emails: string[] }): Promise<number> {
      const methods = userIds.flatMap((id) => [
        ...[
          attemptKeys.password('', id),
          attemptKeys.password('@', id),
          attemptKeys.secondFactor(id),
          attemptKeys.again(id),
        ],
      ])
      return eventCounts.forgetSubjects('signInFailure', [...methods, ...emails.map(attemptKeys.code)])
    },
  }
}

function delayAfter(failuresTooMany: number): number {
  return Math.min(SIGN_IN_LOCKOUT_MS, FIRST_DELAY_MS * 2 ** failuresTooMany)
}
