import { jobKind } from '../../platform/jobs/queue.ts'

/** Gives the posts of a topic that was merged to the one it was merged into, some at a time. */
export const MOVE_FLAIR_POSTS = jobKind<{ flairId: string; intoFlairId: string }>('move-flair-posts')
