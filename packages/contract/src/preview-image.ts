import type { Community, Image, PostSummary, User } from './entities.ts'
import { mediaIdOf } from './media-rules.ts'
import { communityName, communityPreviewPath, originalPicture, personPreviewPath, previewPath } from './paths.ts'

type Pictured = Pick<PostSummary, 'featuredImage' | 'heroImage' | 'contentImage'>

/** The image of a post in lists and link previews; null if there is none. */
export function previewImage(post: Pictured): Image | null {
  return post.featuredImage ?? post.heroImage ?? post.contentImage
}

/** A picture for link previews: JPEG or PNG, as not every reader of links shows WebP. */
export interface LinkPicture {
  /** Address, or path on the forum's origin. */
  url: string
  width: number
  height: number
  /** Text for people who can't see it. */
  alt: string
}

/** Size of a drawn link preview, and of a converted picture of unknown size; others are at most as wide. */
export const LINK_PICTURE = { width: 1200, height: 630 } as const

/** The id and name of a stored picture, from its path; null for any other address. All of them are WebP or AVIF. */
export function storedPicture(url: string): { id: string; name: string } | null {
  const id = mediaIdOf(url)
  const name = url.slice(url.lastIndexOf('/') + 1)
  return id !== null && url === `/media/${id}/${name}` ? { id, name } : null
}

/**
 * A stored logo or avatar. Avatars have absolute addresses, for widgets, and all are the forum's own: external pictures
 * are proxied.
 */
export function storedLogo(url: string): { id: string; name: string } | null {
  return storedPicture(url.replace(/^https?:\/\/[^/]+/, ''))
}

/** Size of a logo or avatar as link preview: the whole picture, on white. */
export const LINK_LOGO = { width: 400, height: 400 } as const

/** Taller pictures are cut. */
const HEIGHT_MAX = 2 * LINK_PICTURE.width

/** Size of a picture as link preview; that of a drawn one if its own isn't known. */
export function linkSize({ width, height }: Pick<Image, 'width' | 'height'>): { width: number; height: number } {
  if (!width || !height) return LINK_PICTURE
  const scale = Math.min(1, LINK_PICTURE.width / width)
  return { width: Math.round(width * scale), height: Math.min(HEIGHT_MAX, Math.max(1, Math.round(height * scale))) }
}

/** The picture of links to a post: its own, converted if it is stored here, or one drawn from its title. */
export function linkPicture(post: Pictured & Pick<PostSummary, 'id' | 'title'>): LinkPicture {
  const image = previewImage(post)
  const alt = image?.alt || post.title
  if (image && storedPicture(image.url)) return { url: previewPath(post.id, 'jpeg'), ...linkSize(image), alt }
  const { url = '', width, height } = image ?? {}
  if (width && height && /\.(?:jpe?g|png)(?:[?#]|$)/i.test(originalPicture(url))) return { url, width, height, alt }
  return { url: previewPath(post.id), ...LINK_PICTURE, alt: post.title }
}

/** The picture of links to a community: its logo, converted, or one drawn from its title. */
export function communityPicture(
  community: Pick<Community, 'tokenName' | 'urlSlug' | 'title' | 'logoImageURI'>,
): LinkPicture {
  const { title, logoImageURI } = community
  return logoOrDrawing(logoImageURI, { alt: title, path: communityPreviewPath(communityName(community)) })
}

/** The picture of links to a person: the avatar, converted, or one drawn from the name. */
export function personPicture({
  slugUrl,
  displayName,
  profileImageUrl,
}: Pick<User, 'slugUrl' | 'displayName' | 'profileImageUrl'>): LinkPicture {
  return logoOrDrawing(profileImageUrl, { alt: displayName, path: personPreviewPath(slugUrl) })
}

function logoOrDrawing(url: string, { alt, path }: { alt: string; path: string }): LinkPicture {
  return storedLogo(url) ? { url: `${path}.jpeg`, ...LINK_LOGO, alt } : { url: `${path}.png`, ...LINK_PICTURE, alt }
}
