import type { Comment, PostSummary } from './entities.ts'
import { authorPath, commentPath, postPath } from './paths.ts'

interface Person {
  '@type': 'Person'
  name: string
  url?: string
}

function person(
  origin: string,
  publisher: { publisherName: string; publisherProfileName: string; publisherSlugUrl: string },
): Person {
  const { publisherName, publisherProfileName, publisherSlugUrl } = publisher
  const url = publisherSlugUrl === '' ? {} : { url: origin + authorPath(publisherSlugUrl) }
  return { '@type': 'Person', name: publisherProfileName || publisherName, ...url }
}

function statistic(type: string, count: number) {
  return { '@type': 'InteractionCounter', interactionType: `https://schema.org/${type}`, userInteractionCount: count }
}

/** A top-level comment and its displayed replies. */
export interface ShownComment {
  comment: Comment
  replies: readonly Comment[]
}

/** Input for structured data. */
export interface Discussion {
  /** Public origin of the forum. */
  origin: string
  post: PostSummary
  comments: readonly ShownComment[]
}

function isShown(comment: Comment): boolean {
  return comment.content !== null
}

/**
 * Structured data of a post with its first comments: `DiscussionForumPosting` of schema.org, with nested comments.
 * Contains only what visitors see.
 */
export function discussionForumPosting({ origin, post, comments }: Discussion) {
  const describe = (comment: Comment) => ({
    '@type': 'Comment',
    '@id': origin + commentPath(post, comment),
    text: comment.content,
    author: person(origin, comment),
    datePublished: new Date(comment.createdAt).toISOString(),
    interactionStatistic: statistic('LikeAction', comment.reactionsCount['thumb-up']),
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': origin + postPath(post),
    url: origin + postPath(post),
    headline: post.title,
    text: post.excerpt,
    author: person(origin, post),
    datePublished: new Date(post.createdAt).toISOString(),
    ...(post.editedAt ? { dateModified: new Date(post.editedAt).toISOString() } : {}),
    ...(post.heroImage ? { image: new URL(post.heroImage.url, origin).href } : {}),
    commentCount: post.numComments,
    interactionStatistic: [
      statistic('LikeAction', post.reactionsCount['thumb-up']),
      statistic('CommentAction', post.numComments),
      statistic('ViewAction', post.totalViews),
    ],
    comment: comments
      .filter(({ comment }) => isShown(comment))
      .map(({ comment, replies }) => ({ ...describe(comment), comment: replies.filter(isShown).map(describe) })),
  }
}
