import type { PostSort, Since } from '@stoa/contract'

/** What a feed shows, and in which order. */
export interface FeedQuery {
  sort: PostSort
  since: Since
  /** Only posts on this topic; null: all. */
  flairId: string | null
}
