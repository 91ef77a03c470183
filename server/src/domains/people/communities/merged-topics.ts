import { jobKind } from '../../../platform/jobs/queue.ts'

/** Moves the posts of a merged topic to its current target, in batches. */
export const MOVE_FLAIR_POSTS = jobKind<{ communityId: string; flairId: string }>('move-flair-posts')
