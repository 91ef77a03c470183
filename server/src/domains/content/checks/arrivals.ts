import type { PostKind } from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'

/** An item newly waiting for a community's moderators. */
export interface Arrival {
  communityId: string
  /** The id of a post, a comment or a reported person. */
  subjectId: string
  /** Kind of a pending post. Null for anything else, which comment moderators decide. */
  pendingPost: PostKind | null
  /** The post whose conversation shows it to moderators on partners' sites; empty if none does. */
  conversationId: string
}

/** Notifies moderators of new items in their queues, in batches. */
export const ANNOUNCE_ARRIVALS = jobKind<Arrival>('tell-of-arrivals')

/** Ends notifications of a queue for moderators for whom nothing waits there; keyed by the community's id. */
export const SETTLE_QUEUE = jobKind<{ communityId: string }>('settle queue notifications')

/** Reminds moderators of items that have waited too long; keyed by the community's id. */
export const QUEUE_REMINDER = jobKind<{ communityId: string }>('remind of waiting items')

/** Items that have waited for so long are overdue. */
export const REMINDED_AFTER_MS = 3 * DAY_MS

/** How long a queue's settling waits for more changes. */
const SETTLE_WAIT_MS = 3000

export type Arrivals = ReturnType<typeof createArrivals>

interface Dependencies extends Pick<Platform, 'clock'> {
  jobs: Pick<JobQueue, 'enqueue'>
}

/** Records changes of queues in their transaction; moderators' notifications follow after the commit. */
export function createArrivals({ clock, jobs }: Dependencies) {
  const listeners: ((arrival: Arrival) => void)[] = []
  return {
    record(tx: Transaction, payload: Arrival): void {
      jobs.enqueue(tx, ANNOUNCE_ARRIVALS, { payload })
      tx.afterCommit(() => {
        for (const listener of listeners) listener(payload)
      })
    },
    /** Adds work after the commit of what is recorded in this process. It must not throw. */
    onRecorded(listener: (arrival: Arrival) => void): void {
      listeners.push(listener)
    },
    /** Something left a queue, which may be empty now. */
    settle(tx: Transaction, communityId: string): void {
      const runAt = clock.now() + SETTLE_WAIT_MS
      jobs.enqueue(tx, SETTLE_QUEUE, { payload: { communityId }, key: communityId, runAt })
    },
  }
}
