import type { Image, PostSummary } from './entities.ts'

/** The image that stands for a post in lists and where it is shared; null: there is none. */
export function previewImage(post: Pick<PostSummary, 'featuredImage' | 'heroImage' | 'contentImage'>): Image | null {
  return post.featuredImage ?? post.heroImage ?? post.contentImage
}
