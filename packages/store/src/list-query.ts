import type { CallInput, CommentSort } from '@stoa/contract'

export type ListCall = 'postList' | 'commentList' | 'communityList' | 'communityMembers' | 'notificationList'
export type ListParams<Name extends ListCall> = Omit<CallInput<Name>, 'limit' | 'fetchLimit' | 'cursor'>

/** Which list: a call and its parameters. Make one with the functions below; equal queries are the same list. */
export type ListQuery = (
  | { call: 'postList'; params: ListParams<'postList'> }
  | {
      call: 'commentList'
      params: ListParams<'commentList'>
      /** The list that begins with this comment's thread, filled by `loadComment`. */
      from?: string
    }
  | { call: 'communityList'; params: ListParams<'communityList'> }
  | { call: 'communityMembers'; params: ListParams<'communityMembers'> }
  | { call: 'notificationList'; params: ListParams<'notificationList'> }
) & {
  /** The list that begins after this cursor of the whole one. */
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

/** Everything that somebody has commented, newest first. */
export function userComments(userId: string): ListQuery {
  return { call: 'commentList', params: { type: 'user', userId, sort: 'new' } }
}

/** Comments of a community that wait for approval. */
export function pendingComments(tokenName: string): ListQuery {
  return { call: 'commentList', params: { type: 'pending', tokenName } }
}

/** A feed of posts. */
export function feed(params: ListParams<'postList'>): ListQuery {
  return { call: 'postList', params }
}

/** All published communities. */
export function communities(): ListQuery {
  return { call: 'communityList', params: {} }
}

/** Members of a community; with `partner` its partners. */
export function members(tokenName: string, type: 'all' | 'partner' = 'all'): ListQuery {
  return { call: 'communityMembers', params: { tokenName, type } }
}

/** The part of a list that follows a cursor, as a list of its own; without one the list itself. */
export function startingAfter(query: ListQuery, after: string | undefined): ListQuery {
  return after === undefined ? query : { ...query, after }
}

/** The list's key in the state. Queries with equal parameters have equal keys, whatever their order. */
export function listKey(query: ListQuery): string {
  const params = Object.entries(query.params)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const { after } = query
  const from = 'from' in query ? query.from : undefined
  return JSON.stringify([query.call, Object.fromEntries(params), from, ...(after === undefined ? [] : [after])])
}
