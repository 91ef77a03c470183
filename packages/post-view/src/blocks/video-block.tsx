import { inlineText, parseInline } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { postViewMessages } from '../messages.ts'
import type { VideoData } from '../read-blocks.ts'
import { useIsForeign } from '../use-is-foreign.ts'
import { BlockFigure } from './block-figure.tsx'
import { MediaExpand } from './media-expand.tsx'
import { type FocusRef, PressToLoad } from './press-to-load.tsx'

export interface VideoBlockProps {
  /** The video. An external one is behind a cover, and only a poster or first picture is loaded before it is played. */
  video: VideoData
  /** Opens the video full-screen as a response. Default: no such button. */
  onOpenResponse?: (() => void) | undefined
}

/** A video of a post in a 16:9 box. */
export function VideoBlock({ video, onOpenResponse }: VideoBlockProps) {
  const t = useTranslate(postViewMessages)
  const { url, image, size, captions, caption, stretched, withBorder } = video
  const isForeign = useIsForeign(url)
  // Without a poster, the first picture of the forum's own file stands for the video.
  const showsFirst = image === null && !isForeign
  /** `pressed`: receives the element that replaces a cover. */
  const player = (pressed?: FocusRef) => (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- not every video has captions
    <video
      ref={pressed}
      className="stoa-post-figure-video"
      controls
      playsInline
      autoPlay={pressed !== undefined}
      preload={showsFirst ? 'metadata' : 'none'}
      poster={image ?? undefined}
      aria-label={inlineText(parseInline(caption)) || t('post.video')}
      {...(size && { style: { aspectRatio: `${size.width}/${size.height}` } })}
    >
      <source src={showsFirst ? `${url}#t=0.1` : url} type="video/mp4" />
      {captions && <track default kind="captions" src={captions} label={t('post.captions')} />}
      <a href={url}>{t('post.media.open')}</a>
    </video>
  )
  return (
    <BlockFigure block="video" caption={caption} stretched={stretched} withBorder={withBorder}>
      {isForeign ? (
        <div className="stoa-post-embed" data-shape="wide">
          <PressToLoad href={url} title={t('post.video.play')} host={new URL(url).hostname}>
            {player}
          </PressToLoad>
        </div>
      ) : (
        player()
      )}
      {onOpenResponse && <MediaExpand onOpen={onOpenResponse} />}
    </BlockFigure>
  )
}
