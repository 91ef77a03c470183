import type { IncomingMessage } from 'node:http'
import type { RateClass } from '@stoa/contract'
import type { Counted, RateLimits } from './rate-limits.ts'

/** What requests have spent of their actors' quotas. */
export interface Quotas {
  /** Spends one for the request, also when its work has to begin again; throws RATE_LIMITED when there is none left. */
  spend(request: IncomingMessage, about: { quota: RateClass; who: Counted }): Promise<void>
  /** Gives back what the request has spent: it did nothing. */
  giveBack(request: IncomingMessage): Promise<void>
}

export function createQuotas(rateLimits: RateLimits): Quotas {
  const spent = new WeakMap<IncomingMessage, { quota: RateClass; who: Counted }>()
  return {
    async spend(request, about) {
      if (spent.has(request)) return
      await rateLimits.count(about.quota, about.who)
      spent.set(request, about)
    },
    async giveBack(request) {
      const about = spent.get(request)
      if (!about) return
      spent.delete(request)
      await rateLimits.giveBack(about.quota, about.who)
    },
  }
}
