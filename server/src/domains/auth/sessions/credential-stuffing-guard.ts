import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { CountKey } from '../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../platform/limits/policies.ts'
import type { Platform } from '../../../platform/platform.ts'

const HOURS = 24
/** What is got wrong. One network may get so much of it wrong in a day, and adds that to the sum at most: it takes many to close a way in for others. */
const POLICY = { password: 'wrongPassword', code: 'wrongCode' } as const
/** People mistype: so many more for each one who comes in from such a browser. */
const PER_SUCCESS = 3
/** Many people may share a network: how many times what one may get wrong it may, when so many of them come in. */
const NETWORK_FACTOR = 10
/** Accounts that somebody has just made to make room for wrong ones make none. */
const ESTABLISHED_MS = 14 * DAY_MS

/** Nobody is let in this way from an unknown browser, whatever they type. */
export interface Closed {
  retryAfterMs: number
  reason: 'storm'
}

type Outcome = 'failed' | 'succeeded'

export type CredentialStuffingGuard = ReturnType<typeof createCredentialStuffingGuard>

/**
 * Somebody who tries stolen passwords, or guesses mailed codes, each of another account and from another address, is seen
 * only in the sum. A network from which too many are wrong waits until the day is over. When far more are wrong than
 * people have in all networks together, this way in is narrowed everywhere for a while: to browsers that the account
 * knows, and to a right password from where its owner has signed in before. Links by e-mail, passkeys and providers stay
 * open. That is what somebody with twenty networks can do to others: from a new browser in a new place they have a link
 * mailed. It is not closed by a proof of work instead: one for each pair costs whoever has a list of them less than an
 * hour of a graphics card, and would let all the right ones through.
 * `network` is an address, of IPv6 the widest part of it that one customer commonly holds.
 */
export function createCredentialStuffingGuard(
  about: Pick<Platform, 'eventCounts' | 'clock'> & {
    scale: number
    /** What is got wrong; each is counted by itself. */
    kind: keyof typeof POLICY
  },
) {
  const { eventCounts, clock, scale, kind } = about
  const { add } = eventCounts
  const policy = POLICY[kind]
  const hourNow = () => Math.floor(clock.now() / HOUR_MS)
  const lastHours = () => Array.from({ length: HOURS }, (_, index) => hourNow() - HOURS + 1 + index)
  const today = () => Math.floor(clock.now() / DAY_MS)
  const perNetwork = Math.max(1, POLICIES.wrongByNetwork.limit * scale)
  const creditsPerNetwork = Math.max(1, perNetwork / PER_SUCCESS)
  const keyOf = (outcome: Outcome, hour: number): CountKey => ({ policy, of: [outcome, hour] })
  const keyOfNetwork = (outcome: Outcome, network: string): CountKey => ({
    policy: 'wrongByNetwork',
    of: [kind, outcome, network, today()],
  })

  /** For how long all networks together wait; 0: they don't. */
  async function waitOfAll(tx?: Transaction): Promise<number> {
    const keys = (['failed', 'succeeded'] as const).flatMap((what) => lastHours().map((hour) => keyOf(what, hour)))
    const counts = await eventCounts.of(keys, tx)
    const failed = counts.slice(0, HOURS)
    const succeeded = sum(counts.slice(HOURS))
    const most = POLICIES[policy].limit * scale + PER_SUCCESS * succeeded
    const hoursLeft = failed.findIndex((_, index) => sum(failed.slice(index)) < most)
    return hoursLeft === 0 ? 0 : (hourNow() + (hoursLeft < 0 ? HOURS : hoursLeft)) * HOUR_MS - clock.now()
  }

  /** Counts one of the network; false where it is one too many, which is not counted. */
  async function countOf(network: string, tx?: Transaction): Promise<boolean> {
    const key = keyOfNetwork('failed', network)
    const failed = await add(key, 1, tx)
    if (failed > perNetwork) {
      const [succeeded = 0] = await eventCounts.of([keyOfNetwork('succeeded', network)], tx)
      if (failed > Math.min(perNetwork + PER_SUCCESS * succeeded, NETWORK_FACTOR * perNetwork)) {
        await add(key, -1, tx)
        return false
      }
    } else await add(keyOf('failed', hourNow()), 1, tx)
    return true
  }

  return {
    /**
     * Counts an attempt before it is looked at, in the caller's transaction; while there are too many wrong ones it tells
     * for how long, and counts none.
     */
    async begin(network: string, tx?: Transaction): Promise<Closed | null> {
      const wait = await waitOfAll(tx)
      if (wait > 0) return { retryAfterMs: wait, reason: 'storm' }
      if (await countOf(network, tx)) return null
      return { retryAfterMs: (today() + 1) * DAY_MS - clock.now(), reason: 'storm' }
    },
    /** It was right, and counts no more. */
    async giveBack(network: string, tx?: Transaction): Promise<void> {
      if ((await add(keyOfNetwork('failed', network), -1, tx)) < perNetwork)
        await add(keyOf('failed', hourNow()), -1, tx)
    },
    /** Opens this way in again for a network that was closed out of it for the day. */
    async forgive(network: string): Promise<void> {
      await eventCounts.forget(keyOfNetwork('failed', network))
    },
    /** Opens this way in again for all networks. */
    async forgiveAll(): Promise<void> {
      for (const hour of lastHours()) await eventCounts.forget(keyOf('failed', hour))
    },
    /** Somebody has come in; who does so again and again counts once a day. */
    async succeed(network: string, userId: string): Promise<void> {
      if (clock.now() - timeOfId(userId) < ESTABLISHED_MS) return
      if ((await add({ policy, of: ['person', userId, today()] }, 1)) > 1) return
      const succeeded = await add(keyOfNetwork('succeeded', network), 1)
      if (succeeded <= creditsPerNetwork) await add(keyOf('succeeded', hourNow()), 1)
    },
  }
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
