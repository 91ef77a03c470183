import type { Image } from '@stoa/contract'
import { Picture, useTranslate, Written } from '@stoa/ui'
import { version } from 'react'
import { PictureLink } from './lightbox/pictures.tsx'
import { postViewMessages } from './messages.ts'

/** React 18 and Preact only know the attribute's name, React 19 the property's. */
export const FIRST = version.startsWith('18.') ? { fetchpriority: 'high' } : { fetchPriority: 'high' as const }

export interface PostHeroProps {
  /** The picture; without a size its space is 2:1. */
  image: Image
}

/** The large picture above a post's title. */
export function PostHero({ image }: PostHeroProps) {
  const t = useTranslate(postViewMessages)
  const { url, width, height, alt = '', credit } = image
  return (
    <figure className="stoa-post-hero">
      {/* Not lazy, as it is what the reader sees first. */}
      <PictureLink url={url} name={alt}>
        <Picture src={url} alt={alt} width={width} height={height} decoding="async" {...FIRST} />
      </PictureLink>
      {credit && <figcaption>{t.rich('post.image.credit', { credit: <Written>{credit}</Written> })}</figcaption>}
    </figure>
  )
}
