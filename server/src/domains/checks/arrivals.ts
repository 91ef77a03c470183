import type { PostKind } from '@stoa/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../platform/jobs/queue.ts'

/** Something that waits for the moderators of a community from now on. */
export interface Arrival {
  communityId: string
  /** A post, a comment or a reported person. */
  subjectId: string
  /** Kind of a pending post; null: anything else, which those who moderate comments decide about. */
  pendingPost: PostKind | null
  /** The post in whose conversation it is shown to moderators on partners' sites; empty: none. */
  conversationId: string
}

/** Tells moderators what has arrived in their queues, in batches. */
export const TELL_OF_ARRIVALS = jobKind<Arrival>('tell-of-arrivals')

export type Arrivals = ReturnType<typeof createArrivals>

/** Records in the transaction in which something begins to wait that moderators are told of it after the commit. */
export function createArrivals({ jobs }: { jobs: Pick<JobQueue, 'enqueue'> }) {
  return {
    record(tx: Transaction, payload: Arrival): void {
      jobs.enqueue(tx, TELL_OF_ARRIVALS, { payload })
    },
  }
}
