import { jobKind } from '../../platform/jobs/queue.ts'

/** Gives the posts of a topic that was merged to the one that it leads to by now, some at a time. */
export const MOVE_FLAIR_POSTS = jobKind<{ communityId: string; flairId: string }>('move-flair-posts')
