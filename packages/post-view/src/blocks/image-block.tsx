import { inlineText, parseInline } from '@stoa/contract'
import { Picture, useTranslate } from '@stoa/ui'
import { PictureLink } from '../lightbox/pictures.tsx'
import { postViewMessages } from '../messages.ts'
import type { ImageData } from '../read-blocks.ts'
import { BlockFigure } from './block-figure.tsx'

/** Maximum width of the text column. */
const WIDTHS = '(min-width: 46rem) 46rem, 100vw'

export interface ImageBlockProps {
  /** The picture. Its space is reserved by its size, or as 3:2 if that is unknown. */
  image: ImageData
}

/** A picture of a post, loaded lazily. */
export function ImageBlock({ image }: ImageBlockProps) {
  const t = useTranslate(postViewMessages)
  const { url, size, versions, placeholder, alt, caption, stretched, withBorder, withBackground } = image
  return (
    <BlockFigure
      block="image"
      caption={caption}
      stretched={stretched}
      withBorder={withBorder}
      withBackground={withBackground}
    >
      <PictureLink url={url} name={alt || inlineText(parseInline(caption)).trim()}>
        <Picture
          className="stoa-post-figure-image"
          src={url}
          // A caption already describes it to everyone.
          alt={alt || (caption.trim() === '' ? t('post.image') : '')}
          {...(versions && { srcSet: versions, sizes: stretched ? '100vw' : WIDTHS })}
          {...(placeholder && { style: { background: placeholder } })}
          width={size?.width}
          height={size?.height}
          data-sized={size ? true : undefined}
          loading="lazy"
          decoding="async"
        />
      </PictureLink>
    </BlockFigure>
  )
}
