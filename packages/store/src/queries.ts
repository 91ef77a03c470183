import type { CallInput, CommentSort } from '@stoa/contract'

export type ListCall =
  | 'postList'
  | 'commentList'
  | 'communityList'
  | 'communityMembers'
  | 'notificationList'
  | 'savedList'
  | 'hiddenForMeList'
export type ListParams<Name extends ListCall> = Omit<CallInput<Name>, 'limit' | 'fetchLimit' | 'cursor'>

/** Names a list by its call and parameters. Create one with the functions below. Equal queries name the same list. */
export type ListQuery = (
  | { call: 'postList'; params: ListParams<'postList'> }
  | {
      call: 'commentList'
      params: ListParams<'commentList'>
      /** The list starts with this comment's thread, and `loadComment` fills it. */
      from?: string
    }
  | { call: 'communityList'; params: ListParams<'communityList'> }
  | { call: 'communityMembers'; params: ListParams<'communityMembers'> }
  | { call: 'notificationList'; params: ListParams<'notificationList'> }
  | { call: 'savedList'; params: ListParams<'savedList'> }
  | { call: 'hiddenForMeList'; params: ListParams<'hiddenForMeList'> }
) & {
  /** The list starts after this cursor. */
  after?: string
}

/** Top-level comments of a post (or of a thread without a post yet), each with its first replies. */
export function postComments(postId: string, options: { sort?: CommentSort; from?: string } = {}): ListQuery {
  const { sort = 'top', from } = options
  return { call: 'commentList', params: { type: 'post', postId, sort }, ...(from ? { from } : {}) }
}

/** Replies under a top-level comment, oldest first. */
export function repliesOf(parentCommentId: string): ListQuery {
  return { call: 'commentList', params: { type: 'replies', parentCommentId } }
}

/** All comments of a person, newest first. */
export function userComments(userId: string): ListQuery {
  return { call: 'commentList', params: { type: 'user', userId, sort: 'new' } }
}

/** Pending comments of a community. */
export function pendingComments(tokenName: string): ListQuery {
  return { call: 'commentList', params: { type: 'pending', tokenName } }
}

/** A feed of posts. */
export function feed(params: ListParams<'postList'>): ListQuery {
  return { call: 'postList', params }
}

/** Published communities: all, or those matching `query` or `tokenNames`. */
export function communities(params: ListParams<'communityList'> = {}): ListQuery {
  return { call: 'communityList', params }
}

/** Members of a community; with `partner` its partners. */
export function members(tokenName: string, type: 'all' | 'partner' = 'all'): ListQuery {
  return { call: 'communityMembers', params: { tokenName, type } }
}

/** The viewer's saved items, last saved first. Items removed since stay in the list but not in `saves`. */
export function savedItems(): ListQuery {
  return { call: 'savedList', params: {} }
}

/**
 * Items that the viewer has hidden for themselves, last hidden first. Items shown again stay in the list but not in
 * `hides`.
 */
export function hiddenForMeItems(): ListQuery {
  return { call: 'hiddenForMeList', params: {} }
}

/** The part of a list after a cursor, as a list of its own. Without a cursor, the list itself. */
export function startingAfter(query: ListQuery, after: string | undefined): ListQuery {
  return after === undefined ? query : { ...query, after }
}

/** The list's key in the state. The order of parameters doesn't matter. */
export function listKey(query: ListQuery): string {
  const params = Object.entries(query.params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const { after } = query
  const from = 'from' in query ? query.from : undefined
  return JSON.stringify([query.call, Object.fromEntries(params), from, ...(after === undefined ? [] : [after])])
}

/** The query of a key that `listKey` made. */
export function queryOf(key: string): ListQuery {
  const [call, params, from, after] = JSON.parse(key) as [ListCall, never, string | null, string?]
  return startingAfter(from === null ? { call, params } : { call: 'commentList', params, from }, after)
}

/** Key of the list's `newItems` in the state; empty if it has none. */
export function newItemsKey({ call, params, after }: ListQuery): string {
  if (call === 'commentList') return params.parentCommentId ?? params.postId ?? ''
  if (call === 'notificationList') return NOTIFICATIONS
  const { type = 'all', tokenName = '', flairId = '' } = params as ListParams<'postList'>
  // New posts belong to the first page only.
  if (call !== 'postList' || after !== undefined || !(type in FEED_KINDS)) return ''
  return newPostsKey(tokenName, { flairId, kind: FEED_KINDS[type as keyof typeof FEED_KINDS] })
}

/** Key of new notifications in `newItems`. */
export const NOTIFICATIONS = 'notifications'

/** Kind of new posts by type of feed. */
const FEED_KINDS = { all: '', community: 'community', partner: 'story' } as const

/** Key of a community's new posts in `newItems`: all, or those of a topic or kind. */
export function newPostsKey(tokenName: string, { flairId, kind }: { flairId: string; kind: string }): string {
  return `posts:${[tokenName, flairId, kind].filter(Boolean).join(':')}`
}

/** A member's key in the state. A person has one per community. */
export function memberKey(tokenName: string, userId: string): string {
  return `${tokenName}/${userId}`
}
