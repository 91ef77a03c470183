import type { PostSummary } from './entities.ts'

/** Paths of the hosted forum, from its origin's root. One place, so that server, forum and embed link alike. */

/** Home of a community. */
export function communityPath(tokenName: string): string {
  return `/bbs/${encodeURIComponent(tokenName)}`
}

/** A post: stories stand directly under their community, community posts under `community/`. */
export function postPath(post: Pick<PostSummary, 'tokenName' | 'slugUrl' | 'kind'>): string {
  const section = post.kind === 'story' ? '' : '/community'
  return `${communityPath(post.tokenName)}${section}/${encodeURIComponent(post.slugUrl)}`
}

/** One comment of a post with its surroundings; for a reply also the comment it stands under. */
export function commentPath(
  post: Pick<PostSummary, 'tokenName' | 'slugUrl' | 'kind'>,
  comment: { id: string; parentCommentId: string | null },
): string {
  const { id, parentCommentId } = comment
  return `${postPath(post)}/comment/${parentCommentId ? `${parentCommentId}/reply/${id}` : id}`
}

/** The page of a member, by slug or id. */
export function authorPath(slugOrId: string): string {
  return `/author/${encodeURIComponent(slugOrId)}`
}

/** Where to sign in: `next` is where to come to afterwards, `error` the code of what went wrong. */
export function loginPath(about: { next?: string; error?: string; provider?: string }): string {
  const query = new URLSearchParams(Object.entries(about).filter(([, value]) => value))
  return query.size === 0 ? '/bbs/login' : `/bbs/login?${query}`
}
