import { useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'
import { inlineText, parseInline } from '../parse-inline.ts'
import { BlockFigure } from './block-figure.tsx'
import { MediaExpand } from './media-expand.tsx'

export interface AudioBlockProps {
  /** Address of the recording; nothing is loaded before it is played. */
  url: string
  /** What stands below; empty: nothing. */
  caption: string
  /** Opens the recording full-screen as a response. Default: no such button. */
  onOpenResponse?: (() => void) | undefined
}

/** A recording of a post. */
export function AudioBlock({ url, caption, onOpenResponse }: AudioBlockProps) {
  const t = useTranslate(postViewMessages)
  return (
    <BlockFigure block="audio" caption={caption}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a block has no caption track */}
      <audio
        className="stoa-post-figure-audio"
        controls
        preload="none"
        src={url}
        aria-label={inlineText(parseInline(caption)) || t('post.audio')}
      >
        <a href={url}>{t('post.media.open')}</a>
      </audio>
      {onOpenResponse && <MediaExpand onOpen={onOpenResponse} />}
    </BlockFigure>
  )
}
