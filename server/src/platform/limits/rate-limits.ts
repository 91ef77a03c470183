import { RATE_LIMITS, type RateClass } from '@stoa/contract'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type Clock, DAY_MS } from '../clock.ts'
import { DomainError } from '../domain-error.ts'
import { timeOfId } from '../ids.ts'
import type { Redis } from '../redis/redis.ts'
import { addressBuckets } from '../security/address.ts'
import { POLICIES, type Policy } from './policies.ts'

/** What an action counts against: a user, or a visitor's address. */
export interface RateLimitSubject {
  userId: string | null
  address: string
}

/** Policies of the checks before publication. */
const CHECK_POLICIES = ['repeatedText', 'pace', 'slowMode', 'slowModeByNetwork'] as const
export type CheckPolicy = (typeof CHECK_POLICIES)[number]

/** A key's count in its window. */
export interface WindowCount {
  count: number
  limit: number
  /** Time until the window ends. */
  retryAfterMs: number
}

export interface RateLimits {
  /** Counts an action; throws RATE_LIMITED if the allowance is used up. */
  count(rate: RateClass, who: RateLimitSubject): Promise<void>
  /** Refunds an action that failed. */
  refund(rate: RateClass, who: RateLimitSubject): Promise<void>
  /** Counts an event and returns the count; the caller decides whether it is too many. */
  increment(policy: CheckPolicy, key: string, options?: { windowMs?: number }): Promise<WindowCount>
  /** Takes a tallied event back. */
  decrement(policy: CheckPolicy, key: string): Promise<void>
}

/** Cost of an action of an account younger than a day: it gets a third of the allowance. */
const YOUNG_COST = 3
const FACTORS = [1, 4, 16] as const

interface Dependencies {
  /** Multiplies every limit. */
  scale: number
  clock: Clock
  /** Shares counts between processes; null: this process counts alone. */
  redis: Redis | null
}

/** Fixed windows, counted in Redis if available, otherwise in memory. */
export function createRateLimits({ scale, clock, redis }: Dependencies): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(about: { keyPrefix: string; points: number; duration: number }): RateLimiterAbstract {
    const memory = new RateLimiterMemory(about)
    return redis ? new RateLimiterRedis({ ...about, storeClient: redis, insuranceLimiter: memory }) : memory
  }

  for (const policy of CHECK_POLICIES) {
    const { limit, windowMs } = POLICIES[policy]
    const points = Math.max(1, Math.floor(limit * scale))
    limiters.set(policy, limiterOf({ keyPrefix: `stoa:increment:${policy}`, points, duration: windowMs / 1000 }))
  }
  for (const rate of Object.keys(RATE_LIMITS) as RateClass[]) {
    const { limit, windowMs } = POLICIES[rate]
    for (const factor of FACTORS) {
      const about = {
        keyPrefix: `stoa:rate:${rate}:${factor}`,
        points: Math.max(1, Math.floor(limit * scale * factor)),
        duration: windowMs / 1000,
      }
      limiters.set(`${rate}:${factor}`, limiterOf(about))
    }
  }

  async function consume(rate: RateClass, about: { factor: number; key: string; cost: number }): Promise<void> {
    try {
      await limiters.get(`${rate}:${about.factor}`)?.consume(about.key, about.cost)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw new DomainError('RATE_LIMITED', { retryAfterMs: Math.max(1, refused.msBeforeNext) })
    }
  }

  function costsOf(
    rate: RateClass,
    { userId, address }: RateLimitSubject,
  ): { factor: number; key: string; cost: number }[] {
    if (userId === null) {
      // Narrowest first: refused requests don't count against neighbors in wider prefixes.
      return addressBuckets(address).map(({ prefix, factor }) => ({ factor, key: prefix, cost: 1 }))
    }
    const cost = clock.now() - timeOfId(userId) < DAY_MS && rate !== 'read' ? YOUNG_COST : 1
    return [{ factor: 1, key: userId, cost }]
  }

  return {
    async count(rate, who) {
      for (const about of costsOf(rate, who)) await consume(rate, about)
    },
    async refund(rate, who) {
      for (const { factor, key, cost } of costsOf(rate, who)) {
        await limiters.get(`${rate}:${factor}`)?.reward(key, cost)
      }
    },
    async increment(policy, key, { windowMs = POLICIES[policy].windowMs } = {}) {
      const limiter = limiters.get(policy)
      const result = await limiter?.penalty(key, 1, { customDuration: windowMs / 1000 })
      const { consumedPoints: count = 1, msBeforeNext = windowMs } = result ?? {}
      return { count, limit: limiter?.points ?? 1, retryAfterMs: Math.max(1, msBeforeNext) }
    },
    async decrement(policy, key) {
      await limiters.get(policy)?.reward(key, 1)
    },
  }
}

/** Counts events seen by one process, such as those of a connection; false when over the limit. */
export function createWindow({ windowMs, limit }: Policy, now: () => number = Date.now): (events?: number) => boolean {
  let since = now()
  let counted = 0
  return (events = 1) => {
    if (now() - since > windowMs) {
      since = now()
      counted = 0
    }
    counted += events
    return counted <= limit
  }
}
