import { jobKind } from '../../../platform/jobs/queue.ts'

/**
 * Checks a community's posts waiting for captions, in batches: some may no longer need to wait. `after`: id of the last
 * post checked.
 */
export const CHECK_WAITING = jobKind<{ communityId: string; after: string }>('check-waiting-posts')
