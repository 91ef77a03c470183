import { jobKind } from '../../platform/jobs/queue.ts'

/** Looks at a community's posts that wait for captions, a few at a time: some may wait no longer. `after`: id of the last one seen. */
export const CHECK_WAITING = jobKind<{ communityId: string; after: string }>('check-waiting-posts')
