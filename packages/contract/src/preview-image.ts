import type { Image, PostSummary } from './entities.ts'
import { mediaIdOf } from './media-rules.ts'
import { originalPicture, previewPath } from './paths.ts'

type Pictured = Pick<PostSummary, 'featuredImage' | 'heroImage' | 'contentImage'>

/** The image of a post in lists and link previews; null if there is none. */
export function previewImage(post: Pictured): Image | null {
  return post.featuredImage ?? post.heroImage ?? post.contentImage
}

/** A picture for link previews: JPEG or PNG, as not every reader of links shows WebP. */
export interface LinkPicture {
  /** Address, or path on the forum's origin. */
  url: string
  width?: number | undefined
  height?: number | undefined
  /** Text for people who can't see it. */
  alt?: string | undefined
}

/** Size of a drawn link preview; a converted picture is at most as wide. */
export const LINK_PICTURE = { width: 1200, height: 630 } as const

/** The id and name of a stored picture, from its path; null for any other address. All of them are WebP or AVIF. */
export function storedPicture(url: string): { id: string; name: string } | null {
  const id = mediaIdOf(url)
  const name = url.slice(url.lastIndexOf('/') + 1)
  return id !== null && url === `/media/${id}/${name}` ? { id, name } : null
}

/** The picture of links to a post: its own, converted if it is stored here, or one drawn from its title. */
export function linkPicture(post: Pictured & Pick<PostSummary, 'id' | 'title'>): LinkPicture {
  const image = previewImage(post)
  const alt = image?.alt || post.title
  if (image && storedPicture(image.url)) {
    const { width, height } = image
    const scale = Math.min(1, LINK_PICTURE.width / (width ?? 1))
    const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
    return { url: previewPath(post.id, 'jpeg'), ...size, alt }
  }
  if (image && /\.(?:jpe?g|png)(?:[?#]|$)/i.test(originalPicture(image.url)))
    return { url: image.url, width: image.width, height: image.height, alt }
  return { url: previewPath(post.id), ...LINK_PICTURE, alt: post.title }
}
