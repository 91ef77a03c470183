import { type CallOutput, type Community, isId, type User } from '@stoa/contract'
import { PAST_CACHES } from './past-caches.ts'
import { putFacts } from './put-facts.ts'
import type { StoredPost } from './state.ts'
import type { Stoa } from './stoa.ts'
import { putRows } from './tables.ts'

/** Loads a post with its blocks, by id, or by slug within a community. Throws `StoaError`. */
export async function loadPost(
  stoa: Stoa,
  { idOrSlug, tokenName }: { idOrSlug: string; tokenName?: string },
): Promise<StoredPost> {
  const since = stoa.changes.turn
  const answer = await stoa.client.call('postGet', { idOrSlug, ...(tokenName ? { tokenName } : {}) }, PAST_CACHES)
  putPost(stoa, answer, since)
  return answer.post
}

/** Puts a post's own page in. */
export function putPost(stoa: Stoa, { post, viewerFacts }: CallOutput<'postGet'>, since: number): void {
  putRows(stoa, { posts: { [post.id]: post } }, since)
  if (viewerFacts) putFacts(stoa, viewerFacts, since)
}

/** Loads a community by token name or URL slug. Throws `StoaError`. */
export async function loadCommunity(stoa: Stoa, tokenName: string): Promise<Community> {
  const since = stoa.changes.turn
  const { community } = await stoa.client.call('communityGet', { tokenName }, PAST_CACHES)
  putRows(stoa, { communities: { [community.tokenName]: community } }, since)
  return community
}

/** Loads somebody's public profile by id or slug. Throws `StoaError`. */
export async function loadUser(stoa: Stoa, idOrSlug: string): Promise<User> {
  const known = isId(idOrSlug) && stoa.state.getState().users[idOrSlug]
  if (known) return known
  const since = stoa.changes.turn
  const { user, followers } = await stoa.client.call('userGet', { idOrSlug }, PAST_CACHES)
  const follow = { ...stoa.state.getState().follows[user.id], followers }
  putRows(stoa, { users: { [user.id]: user }, follows: { [user.id]: follow } }, since)
  return user
}
