import { authorPath, communityPath, type PostSummary, postPath, threadPath } from '@stoa/contract'

/** Addresses of the forum's pages, as components take them. */
export interface ForumLinks {
  /** Origin of the forum. */
  origin: string
  postHref(post: Pick<PostSummary, 'tokenName' | 'slugUrl' | 'kind'>): string
  editHref(post: Pick<PostSummary, 'tokenName' | 'id'>): string
  authorHref(slugOrId: string): string
  communityHref(tokenName: string): string
  flairHref(tokenName: string, flairId: string): string
  threadHref(post: Pick<PostSummary, 'id'>): string
}

/** The forum's pages as seen from another origin. Pass it to `createStoa` as `links`. */
export function forumLinks(origin: string): ForumLinks {
  return {
    origin,
    postHref: (post) => origin + postPath(post),
    editHref: ({ tokenName, id }) => `${origin}${communityPath(tokenName)}/posts/create/${id}`,
    authorHref: (slugOrId) => origin + authorPath(slugOrId),
    communityHref: (tokenName) => origin + communityPath(tokenName),
    flairHref: (tokenName, flairId) => `${origin}${communityPath(tokenName)}?flair=${flairId}`,
    threadHref: (post) => origin + threadPath(post),
  }
}
