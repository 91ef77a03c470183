import { type CommentSort, communityPath, postPath } from '@stoa/contract'
import { readReferral } from '@stoa/store'

/** Where signing in starts from a page, and leads back to it. */
export function loginPath(next: string): string {
  return `/bbs/login?next=${encodeURIComponent(next)}`
}

export function signUpPath(next: string): string {
  return `/bbs/singup?next=${encodeURIComponent(next)}`
}

/** Where signing in at a provider begins, in a browser; `next` is where it comes to. */
export function providerPath(id: string, next: string): string {
  return `/api/auth/provider/${encodeURIComponent(id)}/start?${new URLSearchParams({ next, ...readReferral() })}`
}

/** Where somebody comes to from a provider: there the session is taken, before it goes on to `next`. */
export function arrivalPath(next: string): string {
  return `/bbs/login?signedIn=1&next=${encodeURIComponent(next)}`
}

/** The same for a provider's own window, which has nowhere to go on to. */
export function windowArrivalPath(name: string): string {
  return `/bbs/login?signedIn=1&window=${encodeURIComponent(name)}`
}

/** What is shown to whoever has deleted the own account. */
export const ACCOUNT_DELETED_PATH = '/bbs/my-account/deleted'

/** The composer of a community. */
export function createPostPath(tokenName: string): string {
  return `${communityPath(tokenName)}/posts/create`
}

export const COMMENT_SORTS = ['top', 'new', 'old', 'active'] as const

/** Reads the order of a post's comments from its address; anything unknown is the default. */
export function readCommentSort(search: URLSearchParams): CommentSort {
  return COMMENT_SORTS.find((sort) => sort === search.get('sort')) ?? 'top'
}

/** A post with all of its comments in an order; the default order has no mark. */
export function threadPath(post: Parameters<typeof postPath>[0], sort: CommentSort): string {
  return sort === 'top' ? postPath(post) : `${postPath(post)}?sort=${sort}`
}

/** What a feed's address says of it. */
export interface FeedQuery {
  sort: 'new' | 'top' | 'hot' | 'active'
  since: 'all' | 'today' | 'week' | 'month'
  flairId: string | undefined
}

export const FEED_SORTS = ['new', 'top', 'hot', 'active'] as const
export const FEED_SINCE = ['all', 'today', 'week', 'month'] as const

/** Reads a feed's query; anything unknown falls back to the default. */
export function readFeedQuery(search: URLSearchParams): FeedQuery {
  return {
    sort: FEED_SORTS.find((sort) => sort === search.get('sort')) ?? 'hot',
    since: FEED_SINCE.find((since) => since === search.get('since')) ?? 'all',
    flairId: search.get('flair') ?? undefined,
  }
}

/** The shortest query that says the same; empty for the defaults. */
export function writeFeedQuery({ sort, since, flairId }: FeedQuery): string {
  const search = new URLSearchParams()
  if (sort !== 'hot') search.set('sort', sort)
  if (since !== 'all') search.set('since', since)
  if (flairId) search.set('flair', flairId)
  return search.size === 0 ? '' : `?${search}`
}
