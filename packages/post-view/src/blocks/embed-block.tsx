import { useTranslate } from '@stoa/ui'
import { type EmbedFrame, embedFrame } from '../embed-frame.ts'
import { postViewMessages } from '../messages.ts'
import { BlockFigure } from './block-figure.tsx'
import { LinkCard } from './link-card.tsx'
import { PressToLoad } from './press-to-load.tsx'

export interface EmbedBlockProps {
  /** Name of the service in the document. */
  service: string
  /** Address of the page to show, http(s) only. */
  source: string
  /** Caption; empty: none. */
  caption: string
}

/**
 * An external player or post. Nothing is requested before the reader presses it. Then a sandboxed frame of the same
 * size replaces the cover. Pages that can't be framed become link cards.
 */
export function EmbedBlock({ service, source, caption }: EmbedBlockProps) {
  const embed = embedFrame(service, source)
  if (embed === null) return null
  return (
    <BlockFigure block="embed" caption={caption}>
      {embed.kind === 'link' ? (
        <LinkCard link={embed.source} title="" description="" image={null} />
      ) : (
        <Frame frame={embed} />
      )}
    </BlockFigure>
  )
}

function Frame({ frame }: { frame: EmbedFrame }) {
  const t = useTranslate(postViewMessages)
  const { provider } = frame
  return (
    <div className="stoa-post-embed" data-shape={frame.shape}>
      <PressToLoad
        href={frame.source}
        title={t('post.embed.show', { provider })}
        host={new URL(frame.src).hostname}
        icon={frame.shape === 'post' ? 'eye' : 'play'}
      >
        {(ref) => (
          <iframe
            ref={ref}
            className="stoa-post-embed-frame"
            src={frame.src}
            title={t('post.embed.frame', { provider })}
            // This combination is safe because the frame's origin, from a fixed list, is never ours.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        )}
      </PressToLoad>
    </div>
  )
}
