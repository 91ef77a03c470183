import type { CallOutput, Comment, CommentSort, Community } from '@stoa/contract'
import { listFrom, putEntities, putItems, putViewerFacts, setList } from './cache.ts'
import type { StoredPost } from './entities.ts'
import { type ListQuery, postComments, repliesOf } from './queries.ts'
import { NO_CACHE, type Stoa } from './stoa.ts'

/** Loads a post with its blocks, by id, or by slug within a community. Throws `StoaError`. */
export async function loadPost(
  stoa: Stoa,
  { idOrSlug, tokenName }: { idOrSlug: string; tokenName?: string },
): Promise<StoredPost> {
  const since = stoa.versions.current
  const payload = await stoa.client.call('postGet', { idOrSlug, ...(tokenName ? { tokenName } : {}) }, NO_CACHE)
  putPost(stoa, payload, since)
  return payload.post
}

/** Puts the response for a post's own page into the cache. */
export function putPost(stoa: Stoa, { post, viewerFacts }: CallOutput<'postGet'>, since: number): void {
  putEntities(stoa, { posts: { [post.id]: post } }, since)
  if (viewerFacts) putViewerFacts(stoa, viewerFacts, { since })
}

/** Loads a community by token name or URL slug. Throws `StoaError`. */
export async function loadCommunity(stoa: Stoa, tokenName: string): Promise<Community> {
  const since = stoa.versions.current
  const { community } = await stoa.client.call('communityGet', { tokenName }, NO_CACHE)
  putEntities(stoa, { communities: { [community.tokenName]: community } }, since)
  return community
}

/** Loads a person's public profile by id or slug, with their roles in communities. Throws `StoaError`. */
export async function loadUser(stoa: Stoa, idOrSlug: string): Promise<CallOutput<'userGet'>> {
  const since = stoa.versions.current
  const payload = await stoa.client.call('userGet', { idOrSlug }, NO_CACHE)
  const { user, followers, following } = payload
  putEntities(stoa, { users: { [user.id]: user }, follows: { [user.id]: { followers, following } } }, since)
  return payload
}

/** Loads a person's number of followers and whether the viewer follows them. Throws `StoaError`. */
export async function loadFollow(stoa: Stoa, userId: string): Promise<void> {
  const since = stoa.versions.current
  const payload = await stoa.client.call('userFollowGet', { followedUserId: userId }, NO_CACHE)
  putEntities(stoa, { follows: { [userId]: payload } }, since)
}

/** Loads when the viewer is reminded of a saved item. Throws `StoaError`. */
export async function loadReminder(stoa: Stoa, entityId: string): Promise<void> {
  const since = stoa.versions.current
  const { remindAt } = await stoa.client.call('saveRemindGet', { entityId }, NO_CACHE)
  putEntities(stoa, { reminders: { [entityId]: { remindAt } } }, since)
}

/** Data for the page of one comment. */
export interface CommentContext {
  comment: Comment
  /** The top-level comment above a reply. */
  parent: Comment | null
  /** The list that starts with this comment's thread. */
  around: ListQuery
}

/** Loads one comment and the thread around it, in an order. Throws `StoaError`. */
export async function loadComment(stoa: Stoa, commentId: string, sort: CommentSort = 'top'): Promise<CommentContext> {
  const since = stoa.versions.current
  const { comment, parent, around, replies } = await stoa.client.call(
    'commentGet',
    { commentId, ...(sort === 'top' ? {} : { sort }) },
    NO_CACHE,
  )
  const top = parent ?? comment
  const query = postComments(top.postId, { sort, from: commentId })
  putItems(stoa, query, { items: around.items, since, replace: false })
  putItems(stoa, query, { items: [top, comment, ...replies.items], since, replace: false })
  const page = listFrom(around)
  // A pending comment is on no page, but its link must show it to those who may read it.
  const first = page.ids.includes(top.id) ? [] : [top.id]
  setList(stoa, query, () => ({ ...page, ids: [...first, ...page.ids], local: first }))
  const firstReplies = listFrom(replies)
  const last = comment === top || firstReplies.ids.includes(comment.id) ? [] : [comment.id]
  setList(stoa, repliesOf(top.id), () => ({ ...firstReplies, ids: [...firstReplies.ids, ...last], local: last }))
  return { comment, parent, around: query }
}
