import { useWritten } from '@stoa/ui'
import type { ReactNode } from 'react'
import { Inline } from '../inline.tsx'

export interface BlockFigureProps {
  /** Kind of block: the figure's `data-block`. */
  block: 'image' | 'video' | 'audio' | 'embed'
  /** Caption with inline markup; empty: none. */
  caption: string
  /** Wider than the text. Default false. */
  stretched?: boolean | undefined
  /** With a thin border. Default false. */
  withBorder?: boolean | undefined
  /** On a tinted background. Default false. */
  withBackground?: boolean | undefined
  children: ReactNode
}

/** A picture or player with its caption. */
export function BlockFigure(props: BlockFigureProps) {
  const written = useWritten()
  const { block, caption, stretched, withBorder, withBackground, children } = props
  return (
    <figure
      className="stoa-post-figure"
      data-block={block}
      data-stretched={stretched || undefined}
      data-border={withBorder || undefined}
      data-background={withBackground || undefined}
    >
      {children}
      {caption !== '' && (
        <figcaption className="stoa-post-figure-caption" {...written(caption)}>
          <Inline text={caption} />
        </figcaption>
      )}
    </figure>
  )
}
