import { Picture, useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'
import type { ImageData } from '../read-blocks.ts'
import { BlockFigure } from './block-figure.tsx'

export interface ImageBlockProps {
  /** The picture; its place is reserved by its size, or as 3 to 2 where that is unknown. */
  image: ImageData
}

/** A picture of a post, loaded when it comes near. */
export function ImageBlock({ image }: ImageBlockProps) {
  const t = useTranslate(postViewMessages)
  const { url, size, caption, stretched, withBorder, withBackground } = image
  return (
    <BlockFigure
      block="image"
      caption={caption}
      stretched={stretched}
      withBorder={withBorder}
      withBackground={withBackground}
    >
      <Picture
        className="stoa-post-figure-image"
        src={url}
        // The caption says it already, for everybody.
        alt={caption.trim() === '' ? t('post.image') : ''}
        width={size?.width}
        height={size?.height}
        data-sized={size ? true : undefined}
        loading="lazy"
        decoding="async"
      />
    </BlockFigure>
  )
}
