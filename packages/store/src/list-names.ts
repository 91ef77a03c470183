import { type ListCall, type ListParams, type ListQuery, startingAfter } from './list-query.ts'

/** The query of a key that `listKey` made. */
export function queryOf(key: string): ListQuery {
  const [call, params, from, after] = JSON.parse(key) as [ListCall, never, string | null, string?]
  return startingAfter(from === null ? { call, params } : { call: 'commentList', params, from }, after)
}

/** Where new items by others wait that belong into this list. */
export function freshKey({ call, params, after }: ListQuery): string {
  if (call === 'commentList') return params.parentCommentId ?? params.postId ?? ''
  if (call === 'notificationList') return NOTIFICATIONS
  const { type = 'all', tokenName = '', flairId = '' } = params as ListParams<'postList'>
  // Nothing new belongs above the middle of a feed.
  if (call !== 'postList' || after !== undefined || !(type in KINDS)) return ''
  return newPostsKey(tokenName, { flairId, kind: KINDS[type as keyof typeof KINDS] })
}

/** Where what the viewer has been told of since waits. */
export const NOTIFICATIONS = 'notifications'

/** Feeds that new posts come into, and of which kind. */
const KINDS = { all: '', community: 'community', partner: 'story' } as const

/** Where new posts of a community wait, all or those of a topic or kind. */
export function newPostsKey(tokenName: string, { flairId, kind }: { flairId: string; kind: string }): string {
  return `posts:${[tokenName, flairId, kind].filter(Boolean).join(':')}`
}

/** A member's key in the state: the same person has a row in each community. */
export function memberKey(tokenName: string, userId: string): string {
  return `${tokenName}/${userId}`
}
