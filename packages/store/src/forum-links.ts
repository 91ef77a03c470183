import {
  authorPath,
  communityPath,
  type InCommunity,
  type PostAddress,
  type PostSummary,
  postPath,
  threadPath,
} from '@stoa/contract'

/** Addresses of the forum's pages, as components take them. */
export interface ForumLinks {
  /** Origin of the forum. */
  origin: string
  postHref(post: PostAddress): string
  editHref(post: Pick<PostSummary, 'tokenName' | 'communitySlug' | 'id'>): string
  authorHref(slugOrId: string): string
  communityHref(community: InCommunity): string
  flairHref(community: InCommunity, flairId: string): string
  threadHref(post: Pick<PostSummary, 'id'>): string
}

/** The forum's pages as seen from another origin. Pass it to `createStoa` as `links`. */
export function forumLinks(origin: string): ForumLinks {
  return {
    origin,
    postHref: (post) => origin + postPath(post),
    editHref: (post) => `${origin}${communityPath(post)}/posts/create/${post.id}`,
    authorHref: (slugOrId) => origin + authorPath(slugOrId),
    communityHref: (community) => origin + communityPath(community),
    flairHref: (community, flairId) => `${origin}${communityPath(community)}?flair=${flairId}`,
    threadHref: (post) => origin + threadPath(post),
  }
}
