import { jobKind } from '../../platform/jobs/queue.ts'

/**
 * Publishes those of a community's posts waiting for captions that no longer need to, in batches. `after`: id of the
 * last post checked.
 */
export const CHECK_WAITING = jobKind<{ communityId: string; after: string }>('check-waiting-posts')
