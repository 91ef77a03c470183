import { isBlock } from './blocks.ts'
import type { Comment, Post, PostDocument, PostSummary } from './entities.ts'
import { authorPath, commentPath, postPath, previewPath } from './paths.ts'
import { previewImage } from './preview-image.ts'

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
  /** Its first video is named only if its content is included. */
  post: PostSummary & Partial<Pick<Post, 'postContent'>>
  comments: readonly ShownComment[]
}

function isShown(comment: Comment): boolean {
  return comment.content !== null
}

/** Text, image and video, of which search engines require one: the title stands for a post with none of them. */
function mediaOf(post: Discussion['post'], origin: string) {
  const image = previewImage(post)
  const address = (url: string) => new URL(url, origin).href
  const videoUrl = firstVideo(post.postContent)
  const video = videoUrl !== null && {
    '@type': 'VideoObject',
    name: post.title,
    description: post.excerpt || post.title,
    contentUrl: address(videoUrl),
    thumbnailUrl: address(image?.url ?? previewPath(post.id)),
    uploadDate: new Date(post.createdAt).toISOString(),
  }
  const text = post.excerpt || (image || video ? '' : post.title)
  return {
    ...(text && { text }),
    ...(image && { image: address(image.url) }),
    ...(video && { video }),
  }
}

/** Address of the first video of a post's content; null if it has none. */
function firstVideo(content = ''): string | null {
  if (!content.includes('"video"')) return null
  try {
    const { blocks } = JSON.parse(content) as PostDocument
    const block = blocks.find((one) => isBlock(one, 'video'))
    return block ? block.data.cdn?.mp4Url || block.data.url : null
  } catch {
    // Content that isn't JSON is plain text.
    return null
  }
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
    ...mediaOf(post, origin),
    author: person(origin, post),
    datePublished: new Date(post.createdAt).toISOString(),
    ...(post.editedAt ? { dateModified: new Date(post.editedAt).toISOString() } : {}),
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
