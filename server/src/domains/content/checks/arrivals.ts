import type { PostKind } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'

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

export type Arrivals = ReturnType<typeof createArrivals>

/** Records new queue items in their transaction; moderators are notified after the commit. */
export function createArrivals({ jobs }: { jobs: Pick<JobQueue, 'enqueue'> }) {
  return {
    record(tx: Transaction, payload: Arrival): void {
      jobs.enqueue(tx, ANNOUNCE_ARRIVALS, { payload })
    },
  }
}
