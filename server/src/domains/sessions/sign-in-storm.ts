import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/keys.ts'
import { type FailureRow, lockoutRepository } from './lockout-repository.ts'

const HOUR_MS = 60 * 60 * 1000
const HOURS = 24
const DAY_MS = HOURS * HOUR_MS
/** Wrong passwords from unknown browsers in a day that nobody minds, however few people sign in. */
const FREE_FAILURES = 300
/** People mistype: so many more for each one who comes in from such a browser. */
const PER_SUCCESS = 3
/** What one network adds in a day at most: it takes twenty to close this way in for others. */
const PER_NETWORK = 15

type Outcome = 'failed' | 'succeeded'

export type SignInStorm = ReturnType<typeof createSignInStorm>

/**
 * Somebody who tries stolen passwords, each of another account and from another address, is seen only in the sum. When
 * far more passwords are wrong than people have, this way in is narrowed for a while: to browsers that the account knows,
 * and to a right password from where its owner has signed in before. Links by e-mail, passkeys and providers stay open.
 * That is what somebody with twenty networks can do to others: from a new browser in a new place they have a link mailed.
 * It is not closed by a proof of work instead: one for each pair costs whoever has a list of them less than an hour of a
 * graphics card, and would let all the right ones through.
 * `network` is an address, of IPv6 the widest part of it that one customer commonly holds.
 */
export function createSignInStorm(about: { database: Database; clock: Clock; scale: number }) {
  const { database, clock, scale } = about
  const hourNow = () => Math.floor(clock.now() / HOUR_MS)
  const perNetwork = Math.max(1, PER_NETWORK * scale)
  const today = () => Math.floor(clock.now() / DAY_MS)
  const keyOf = (outcome: Outcome, hour: number) => sha256(`password from an unknown browser ${outcome} ${hour}`)

  /** How much that makes under the key. */
  async function add(key: string, amount: number): Promise<number> {
    return database.transaction(async ({ connection }) => {
      const repository = lockoutRepository(connection, database.dialect)
      const row = await repository.lock(key, clock.now())
      const failures = Math.max(0, row.failures + amount)
      await repository.update({ ...row, failures, updated_at: clock.now() })
      return failures
    })
  }

  const addFrom = (network: string, amount: number) =>
    add(sha256(`passwords from ${network} on day ${today()}`), amount)

  /** In the last hours, the oldest first. */
  async function counted(): Promise<{ failed: number[]; succeeded: number }> {
    const hours = Array.from({ length: HOURS }, (_, index) => hourNow() - HOURS + 1 + index)
    const keys = (outcome: Outcome) => hours.map((hour) => keyOf(outcome, hour))
    const wanted = [...keys('failed'), ...keys('succeeded')]
    const rows: FailureRow[] = await lockoutRepository(database.read, database.dialect).byKeys(wanted)
    const counts = new Map(rows.map((row) => [row.key_hash, Number(row.failures)]))
    const of = (outcome: Outcome) => keys(outcome).map((key) => counts.get(key) ?? 0)
    return { failed: of('failed'), succeeded: sum(of('succeeded')) }
  }

  return {
    /** Counts an attempt before its password is looked at; while there are too many wrong ones it tells for how long, and counts none. */
    async begin(network: string): Promise<{ retryAfterMs: number } | null> {
      const { failed, succeeded } = await counted()
      const most = FREE_FAILURES * scale + PER_SUCCESS * succeeded
      const hoursLeft = failed.findIndex((_, index) => sum(failed.slice(index)) < most)
      if (hoursLeft !== 0) {
        const end = (hourNow() + (hoursLeft < 0 ? HOURS : hoursLeft)) * HOUR_MS
        return { retryAfterMs: end - clock.now() }
      }
      if ((await addFrom(network, 1)) <= perNetwork) await add(keyOf('failed', hourNow()), 1)
      return null
    },
    /** The password was right; who comes in again and again counts once a day. */
    async succeed(network: string, userId: string): Promise<void> {
      if ((await addFrom(network, -1)) < perNetwork) await add(keyOf('failed', hourNow()), -1)
      const times = await add(sha256(`${userId} came in on day ${today()}`), 1)
      if (times === 1) await add(keyOf('succeeded', hourNow()), 1)
    },
  }
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
