import { contentImageOf, excerptOf, type Image, type PostDocument } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'

/**
 * What lists show of a post without an excerpt of its own, as the server makes it. A partner's article has the one of its
 * page.
 */
export function automaticExcerpt(document: PostDocument, post: StoredPost | null): string {
  const ofPage = post?.externalArticleId && !post.hasOwnExcerpt ? post.excerpt : ''
  return ofReadable(document, excerptOf) || ofPage
}

/** The first picture of a text, or the still of its first video; null if there is none. */
export function pictureIn(document: PostDocument): Image | null {
  return ofReadable(document, contentImageOf)
}

/** A text kept on this device may be from an older version. The server refuses what it can't read; writing goes on. */
export function ofReadable<Result>(document: PostDocument, read: (document: PostDocument) => Result): Result | null {
  try {
    return read(document)
  } catch {
    return null
  }
}
