import { inlineText, parseInline } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'
import type { AudioData } from '../read-blocks.ts'
import { useIsForeign } from '../use-is-foreign.ts'
import { BlockFigure } from './block-figure.tsx'
import { MediaExpand } from './media-expand.tsx'
import { type FocusRef, PressToLoad } from './press-to-load.tsx'
import { Transcript } from './transcript.tsx'

export interface AudioBlockProps {
  /** The recording. Nothing is loaded before it is played, and until then an external one is behind a cover. */
  audio: Omit<AudioData, 'type'>
  /** Opens the recording full-screen as a response. Default: no such button. */
  onOpenResponse?: (() => void) | undefined
}

/** A recording of a post. */
export function AudioBlock({ audio, onOpenResponse }: AudioBlockProps) {
  const t = useTranslate(postViewMessages)
  const { url, captions, caption } = audio
  const isForeign = useIsForeign(url)
  /** `pressed`: receives the element that replaces a cover. */
  const player = (pressed?: FocusRef) => (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- sound shows no captions; the transcript is below
    <audio
      ref={pressed}
      className="stoa-post-figure-audio"
      controls
      autoPlay={pressed !== undefined}
      preload="none"
      src={url}
      aria-label={inlineText(parseInline(caption)) || t('post.audio')}
    >
      <a href={url}>{t('post.media.open')}</a>
    </audio>
  )
  return (
    <BlockFigure block="audio" caption={caption}>
      {isForeign ? (
        <div className="stoa-post-embed" data-shape="bar">
          <PressToLoad href={url} title={t('post.audio.play')} host={new URL(url).hostname}>
            {player}
          </PressToLoad>
        </div>
      ) : (
        player()
      )}
      {captions && <Transcript url={captions} />}
      {onOpenResponse && <MediaExpand onOpen={onOpenResponse} isSound />}
    </BlockFigure>
  )
}
