import type { Image } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { postViewMessages } from './messages.ts'

export interface PostHeroProps {
  /** The picture; without its size its place is 2 to 1. */
  image: Image
}

/** The large picture above a post's title. */
export function PostHero({ image }: PostHeroProps) {
  const t = useTranslate(postViewMessages)
  const { url, width, height, alt = '', credit } = image
  return (
    <figure className="stoa-post-hero">
      {/* Not lazy: it is what the reader sees first. */}
      <img src={url} alt={alt} width={width} height={height} decoding="async" fetchPriority="high" />
      {credit && <figcaption dir="auto">{t('post.image.credit', { credit })}</figcaption>}
    </figure>
  )
}
