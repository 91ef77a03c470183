import { readReferral } from '@stoa/client'
import {
  COMMUNITY_QUERY_MAX_LENGTH,
  COMMUNITY_SORTS,
  type CommentSort,
  type CommunitySort,
  communityPath,
  postPath,
} from '@stoa/contract'

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

/** Settings of an account: their sections are below it. */
export const ACCOUNT_SETTINGS_PATH = '/bbs/my-account/settings'

/** What moderators decided about the viewer. */
export const DECISIONS_PATH = '/bbs/my-account/decisions'

/** The receipt shown after deleting one's account. */
export const ACCOUNT_DELETED_PATH = '/bbs/my-account/deleted'

/** The composer of a community. */
export function createPostPath(tokenName: string): string {
  return `${communityPath(tokenName)}/posts/create`
}

/** The composer for a response to a post. */
export function respondPath({ id, tokenName }: { id: string; tokenName: string }): string {
  return `${createPostPath(tokenName)}?parentPostId=${id}`
}

/** A post that fills the screen; its link back leads to a path of the forum. */
export function responsePath(postId: string, back: { url: string; label: string }): string {
  return `/bbs/response/${postId}?${new URLSearchParams({ backLinkUrl: back.url, backLinkLabel: back.label.slice(0, BACK_LABEL_MAX_LENGTH) })}`
}

/** Characters of the words of a link back. */
export const BACK_LABEL_MAX_LENGTH = 100

export const COMMENT_SORTS = ['top', 'new', 'old', 'active'] as const

/** Reads how the list of communities is sorted and what is looked for in it; anything unknown is the default. */
export function readDirectoryQuery(search: URLSearchParams): { sort: CommunitySort; query: string } {
  const sort = COMMUNITY_SORTS.find((one) => one === search.get('sort')) ?? 'members'
  return { sort, query: (search.get('q') ?? '').slice(0, COMMUNITY_QUERY_MAX_LENGTH).trim() }
}

/** The list of communities in an order, or of those that are looked for; the defaults have no mark. */
export function directoryPath({ sort, query }: { sort: CommunitySort; query: string }): string {
  const params = new URLSearchParams({ ...(sort === 'members' ? {} : { sort }), ...(query === '' ? {} : { q: query }) })
  return params.size === 0 ? '/bbs/picker' : `/bbs/picker?${params}`
}

/** Reads the order of a post's comments from its address; anything unknown is the default. */
export function readCommentSort(search: URLSearchParams): CommentSort {
  return COMMENT_SORTS.find((sort) => sort === search.get('sort')) ?? 'top'
}

/** A post with all of its comments in an order; the default order has no mark. */
export function commentsPath(post: Parameters<typeof postPath>[0], sort: CommentSort): string {
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
