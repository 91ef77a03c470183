import { EyeIcon, PlayIcon, useTranslate } from '@stoa/ui'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { type EmbedFrame, embedFrame } from '../embed-frame.ts'
import { postViewMessages } from '../messages.ts'
import { BlockFigure } from './block-figure.tsx'
import { LinkCard } from './link-card.tsx'

export interface EmbedBlockProps {
  /** The service that the document names. */
  service: string
  /** Address of the page to show; an http(s) one. */
  source: string
  /** What stands below; empty: nothing. */
  caption: string
}

/**
 * A foreign player or post. Nothing foreign is asked for before the reader presses it; then a sandboxed frame takes the
 * place of the cover, of the same size. Pages that cannot be framed are link cards.
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
  const [shown, setShown] = useState(false)
  const element = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (shown) element.current?.focus()
  }, [shown])

  const { provider } = frame
  const show = (event: MouseEvent) => {
    // With a modifier key the reader wants the page itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setShown(true)
  }

  return (
    <div className="stoa-post-embed" data-shape={frame.shape}>
      {shown ? (
        <iframe
          ref={element}
          className="stoa-post-embed-frame"
          src={frame.src}
          title={t('post.embed.frame', { provider })}
          // Both are safe together because the frame's origin, from a fixed list, is never ours.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <a
          className="stoa-post-embed-cover"
          href={frame.source}
          target="_blank"
          rel="nofollow ugc noopener noreferrer"
          onClick={show}
        >
          <span className="stoa-post-embed-icon">
            {frame.shape === 'post' ? <EyeIcon size={24} /> : <PlayIcon size={24} />}
          </span>
          <span className="stoa-post-embed-title">{t('post.embed.show', { provider })}</span>
          <span className="stoa-post-embed-note">
            {t('post.embed.note', { provider: new URL(frame.src).hostname })}
          </span>
        </a>
      )}
    </div>
  )
}
