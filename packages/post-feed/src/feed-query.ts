import type { PostSort, Since } from '@stoa/contract'

/** Filters and order of a feed. */
export interface FeedQuery {
  sort: PostSort
  since: Since
  /** Only posts on this topic; null: all. */
  flairId: string | null
}
