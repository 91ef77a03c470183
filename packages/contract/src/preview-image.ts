import type { Image, PostSummary } from './entities.ts'

/** The image of a post in lists and link previews; null if there is none. */
export function previewImage(post: Pick<PostSummary, 'featuredImage' | 'heroImage' | 'contentImage'>): Image | null {
  return post.featuredImage ?? post.heroImage ?? post.contentImage
}
