import type { PostSummary } from '@stoa/contract'

/** The beginning of a post's text as its content, unless something else may be above it. */
export function contentOfCard({
  excerpt,
  articleUrl,
  contentImage,
  video,
}: Pick<PostSummary, 'excerpt' | 'articleUrl' | 'contentImage' | 'video'>): string {
  const isFirst = excerpt !== '' && articleUrl === null && contentImage === null && !video
  const text = excerpt.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)
  return JSON.stringify({ blocks: isFirst ? [{ type: 'paragraph', data: { text } }] : [] })
}
