import type { PostSummary } from './entities.ts'

/** Paths of the hosted forum, from its origin's root. One place, so that server, forum and embed link alike. */

/** Home of a community. */
export function communityPath(tokenName: string): string {
  return `/bbs/${encodeURIComponent(tokenName)}`
}

/** A post: stories directly under their community, community posts under `community/`. */
export function postPath(post: Pick<PostSummary, 'tokenName' | 'slugUrl' | 'kind'>): string {
  const section = post.kind === 'story' ? '' : '/community'
  return `${communityPath(post.tokenName)}${section}/${encodeURIComponent(post.slugUrl)}`
}

/** One comment of a post with its context; for a reply also its top-level comment. */
export function commentPath(
  post: Pick<PostSummary, 'tokenName' | 'slugUrl' | 'kind'>,
  comment: { id: string; parentCommentId: string | null },
): string {
  const { id, parentCommentId } = comment
  return `${postPath(post)}/comment/${parentCommentId ? `${parentCommentId}/reply/${id}` : id}`
}

/** A post among those that it answers and that answer it. */
export function threadPath({ id }: Pick<PostSummary, 'id'>): string {
  return `/bbs/thread/${id}/${id}`
}

/** The page of a member, by slug or id. */
export function authorPath(slugOrId: string): string {
  return `/author/${encodeURIComponent(slugOrId)}`
}

/** Where files are uploaded by the tus protocol, followed by the id of one. */
export const UPLOADS_PATH = '/api/media/uploads'

/** Where the forum passes on pictures that are hosted elsewhere: followed by a signature and the encoded address. */
export const PICTURE_PROXY_PATH = '/media/proxy'

/** The address that a picture was given by, as forms show it, of the one at which browsers get it. */
export function originalPicture(address: string): string {
  const [, encoded] = /\/media\/proxy\/[\w-]+\/([\w-]+)$/.exec(address) ?? []
  if (encoded === undefined) return address
  const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

/** The picture for links to a post that has none of its own. */
export function previewPath(postId: string): string {
  return `/preview/${postId}.png`
}

/** The Atom feed of a community, or of one of its topics. */
export function communityFeedPath(tokenName: string, flairId?: string): string {
  return `${communityPath(tokenName)}/feed.atom${flairId ? `?flair=${flairId}` : ''}`
}

/** The Atom feed of a member's posts. */
export function authorFeedPath(slugOrId: string): string {
  return `${authorPath(slugOrId)}/feed.atom`
}

/** Where to sign in: `next` is where to come to afterwards, `error` the code of what went wrong. */
export function loginPath(about: { next?: string; error?: string; provider?: string }): string {
  const query = new URLSearchParams(Object.entries(about).filter(([, value]) => value))
  return query.size === 0 ? '/bbs/login' : `/bbs/login?${query}`
}
