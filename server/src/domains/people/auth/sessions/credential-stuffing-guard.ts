import { DAY_MS, HOUR_MS } from '../../../../platform/clock.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { timeOfId } from '../../../../platform/ids.ts'
import type { CountKey } from '../../../../platform/limits/event-counts.ts'
import { POLICIES } from '../../../../platform/limits/policies.ts'
import type { Platform } from '../../../../platform/platform.ts'

const HOURS = 24
/**
 * Limits by what is guessed. Each network has a daily limit, which is also the most it adds to the total, so closing a
 * method for others takes many networks.
 */
const POLICY = { password: 'wrongPassword', code: 'wrongCode' } as const
/** People mistype, so each successful sign-in from such a browser raises the limit by this much. */
const PER_SUCCESS = 3
/** Maximum factor by which sign-ins raise a network's limit; many people may share a network. */
const NETWORK_FACTOR = 10
/** Sign-ins of younger accounts don't raise limits, because the accounts may have been created for that. */
const ESTABLISHED_MS = 14 * DAY_MS

/** Unknown browsers can't sign in with this method, whatever they enter. */
export interface SignInsClosed {
  retryAfterMs: number
  reason: 'storm'
}

type Outcome = 'failed' | 'succeeded'

export type CredentialStuffingGuard = ReturnType<typeof createCredentialStuffingGuard>

/**
 * Protects against distributed credential stuffing. When each password or code is for another account and comes from
 * another address, only global failure counts reveal it. A network over its limit is blocked for the rest of the day.
 * If the failures of all networks exceed what people mistype, the method is restricted everywhere for a while: to
 * browsers known to the account, and to correct passwords from where its owner has signed in before. Email links,
 * passkeys and providers keep working. So the most an attacker with twenty networks achieves is that others need a
 * mailed link in a new browser in a new place. A proof of work would not help: solving one for each pair of a list
 * takes less than an hour on a graphics card. `network` is an address; for IPv6 the widest prefix one customer commonly
 * has.
 */
export function createCredentialStuffingGuard(
  about: Pick<Platform, 'eventCounts' | 'clock'> & {
    scale: number
    /** What is guessed. Each kind has its own counters. */
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

  /** How long all networks are blocked, in ms; 0 if they aren't. */
  async function waitOfAll(tx?: Transaction): Promise<number> {
    const keys = (['failed', 'succeeded'] as const).flatMap((what) => lastHours().map((hour) => keyOf(what, hour)))
    const counts = await eventCounts.of(keys, tx)
    const failed = counts.slice(0, HOURS)
    const succeeded = sum(counts.slice(HOURS))
    const most = POLICIES[policy].limit * scale + PER_SUCCESS * succeeded
    const hoursLeft = failed.findIndex((_, index) => sum(failed.slice(index)) < most)
    return hoursLeft === 0 ? 0 : (hourNow() + (hoursLeft < 0 ? HOURS : hoursLeft)) * HOUR_MS - clock.now()
  }

  /** Counts an attempt of the network. Returns false, without counting, if the limit is reached. */
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
     * Counts an attempt in advance, in the caller's transaction. Returns the time to wait if there are too many
     * failures.
     */
    async begin(network: string, tx?: Transaction): Promise<SignInsClosed | null> {
      const wait = await waitOfAll(tx)
      if (wait > 0) return { retryAfterMs: wait, reason: 'storm' }
      if (await countOf(network, tx)) return null
      return { retryAfterMs: (today() + 1) * DAY_MS - clock.now(), reason: 'storm' }
    },
    /** Refunds an attempt that succeeded. */
    async refund(network: string, tx?: Transaction): Promise<void> {
      if ((await add(keyOfNetwork('failed', network), -1, tx)) < perNetwork)
        await add(keyOf('failed', hourNow()), -1, tx)
    },
    /** Reopens the method for a network that is blocked for the day. */
    async forgive(network: string): Promise<void> {
      await eventCounts.forget(keyOfNetwork('failed', network))
    },
    /** Reopens the method for all networks. */
    async forgiveAll(): Promise<void> {
      for (const hour of lastHours()) await eventCounts.forget(keyOf('failed', hour))
    },
    /** Records a successful sign-in. Counts each person once a day. */
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
