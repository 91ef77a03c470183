import { RATE_LIMITS, type RateClass } from '@stoa/contract'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../lib/clock.ts'
import { DomainError } from '../lib/domain-error.ts'
import { timeOfId } from '../lib/ids.ts'
import type { Redis } from '../lib/redis.ts'
import { addressBuckets } from './address.ts'

/** Counts an action against the allowance of a user, or of a visitor's address; throws RATE_LIMITED when it is used up. */
export type RateLimits = (rate: RateClass, who: { userId: string | null; address: string }) => Promise<void>

const DAY_MS = 24 * 60 * 60 * 1000
/** What an action costs an account younger than a day, which so gets a third of the allowance. */
const YOUNG_COST = 3
const FACTORS = [1, 4, 16] as const

interface Dependencies {
  /** Multiplies every allowance. */
  scale: number
  clock: Clock
  /** Shares the counts between processes; null: this process counts alone. */
  redis: Redis | null
}

/** Fixed windows, counted in Redis where there is one and in memory otherwise or while Redis is away. */
export function createRateLimits({ scale, clock, redis }: Dependencies): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()
  for (const [rate, { points, windowMs }] of Object.entries(RATE_LIMITS)) {
    for (const factor of FACTORS) {
      const about = {
        keyPrefix: `stoa:rate:${rate}:${factor}`,
        points: Math.max(1, Math.floor(points * scale * factor)),
        duration: windowMs / 1000,
      }
      const memory = new RateLimiterMemory(about)
      const limiter = redis ? new RateLimiterRedis({ ...about, storeClient: redis, insuranceLimiter: memory }) : memory
      limiters.set(`${rate}:${factor}`, limiter)
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

  return async (rate, { userId, address }) => {
    if (userId !== null) {
      const cost = clock.now() - timeOfId(userId) < DAY_MS && rate !== 'read' ? YOUNG_COST : 1
      await consume(rate, { factor: 1, key: userId, cost })
      return
    }
    // Narrowest first: what it refuses does not count against the neighbours in the wider ones.
    for (const { prefix, factor } of addressBuckets(address)) await consume(rate, { factor, key: prefix, cost: 1 })
  }
}
