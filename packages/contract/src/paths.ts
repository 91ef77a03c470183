import type { Community, PostSummary } from './entities.ts'

/** Paths of the hosted forum, from its origin's root, shared by server, forum and embed. */

/** A community, or what says in which community it is. */
export type InCommunity = Pick<Community, 'tokenName' | 'urlSlug'> | Pick<PostSummary, 'tokenName' | 'communitySlug'>

/** What addresses of a community name it by: its slug if one was set, otherwise its token name. */
export function communityName(about: InCommunity): string {
  if (!('urlSlug' in about)) return about.communitySlug ?? about.tokenName
  const { tokenName, urlSlug } = about
  return urlSlug === tokenName.toLowerCase() ? tokenName : urlSlug
}

/** Where the addresses of a domain's communities begin, by token name. Those of others begin with `/bbs`. */
export type UrlMapping = Readonly<Record<string, string>>

const UNMAPPED = '/bbs'
let mappingOf: () => UrlMapping | undefined = () => undefined

/** Says which mapping all paths follow: in a browser its page's, on a server that of the domain it works for. */
export function followUrlMapping(source: () => UrlMapping | undefined): void {
  mappingOf = source
}

/** What precedes a community's name in its addresses. */
export function communityPrefix(tokenName: string): string {
  return mappingOf()?.[tokenName] ?? UNMAPPED
}

/** Home of a community. A token name leads there, too, but is redirected if a slug was set. */
export function communityPath(community: string | InCommunity): string {
  const [tokenName, name] =
    typeof community === 'string' ? [community, community] : [community.tokenName, communityName(community)]
  return `${communityPrefix(tokenName)}/${encodeURIComponent(name)}`
}

/** An address as it is without a mapping, such as `/bbs/GARDEN/tab/about`. */
export function unmappedPath(path: string): string {
  const prefix = Object.values(mappingOf() ?? {})
    .filter((one) => path.startsWith(`${one}/`))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '')
  return prefix === '' ? path : UNMAPPED + path.slice(prefix.length)
}

/** What the address of a post consists of. */
export type PostAddress = Pick<PostSummary, 'tokenName' | 'communitySlug' | 'slugUrl' | 'kind'>

/** A post: stories directly under their community, community posts under `community/`. */
export function postPath(post: PostAddress): string {
  const section = post.kind === 'story' ? '' : '/community'
  return `${communityPath(post)}${section}/${encodeURIComponent(post.slugUrl)}`
}

/** One comment of a post with its context; for a reply also its top-level comment. */
export function commentPath(post: PostAddress, comment: { id: string; parentCommentId: string | null }): string {
  const { id, parentCommentId } = comment
  return `${postPath(post)}/comment/${parentCommentId ? `${parentCommentId}/reply/${id}` : id}`
}

/** Parameter of a post's or comment's address: the page opens with the dialog for a tip. */
export const TIP_PARAMETER = 'tip'

/** A post with the posts that it responds to, and its responses. */
export function threadPath({ id }: Pick<PostSummary, 'id'>): string {
  return `/bbs/thread/${id}/${id}`
}

/** A member's page, by slug or id. */
export function authorPath(slugOrId: string): string {
  return `/author/${encodeURIComponent(slugOrId)}`
}

/** Path of tus uploads, followed by an id. */
export const UPLOADS_PATH = '/api/media/uploads'

/** Path of the proxy for external pictures: followed by a signature and the encoded address. */
export const PICTURE_PROXY_PATH = '/media/proxy'

/** The original address of a picture from the one that browsers load, for forms. */
export function originalPicture(address: string): string {
  const [, encoded] = /\/media\/proxy\/[\w-]+\/([\w-]+)$/.exec(address) ?? []
  if (encoded === undefined) return address
  const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

/** The preview picture for links to a post: drawn from its title, or as `jpeg` its own picture, converted. */
export function previewPath(postId: string, extension: 'png' | 'jpeg' = 'png'): string {
  return `/preview/${postId}.${extension}`
}

/** The preview picture for links to a community, without extension. */
export function communityPreviewPath(name: string): string {
  return `/preview/communities/${encodeURIComponent(name)}`
}

/** The preview picture for links to a person, without extension. */
export function personPreviewPath(slugOrId: string): string {
  return `/preview/people/${encodeURIComponent(slugOrId)}`
}

/** The Atom feed of a domain's newest posts. */
export const FORUM_FEED_PATH = '/feed.atom'

/** The Atom feed of a community, or of one of its topics. */
export function communityFeedPath(community: string | InCommunity, flairId?: string): string {
  return `${communityPath(community)}/feed.atom${flairId ? `?flair=${flairId}` : ''}`
}

/** The Atom feed of a member's posts. */
export function authorFeedPath(slugOrId: string): string {
  return `${authorPath(slugOrId)}/feed.atom`
}

/** The sign-in page: `next` is where to continue, `error` the code of an error. */
export function loginPath(about: { next?: string; error?: string; provider?: string }): string {
  const query = new URLSearchParams(Object.entries(about).filter(([, value]) => value))
  return query.size === 0 ? '/bbs/login' : `/bbs/login?${query}`
}
