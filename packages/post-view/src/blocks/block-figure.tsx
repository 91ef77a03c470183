import type { ReactNode } from 'react'
import { Inline } from '../inline.tsx'

export interface BlockFigureProps {
  /** Which block it is: the figure's `data-block`. */
  block: 'image' | 'video' | 'audio' | 'embed'
  /** What stands below, with inline markup; empty: nothing. */
  caption: string
  /** Wider than the text. Default false. */
  stretched?: boolean | undefined
  /** A thin line around. Default false. */
  withBorder?: boolean | undefined
  /** On a tinted ground. Default false. */
  withBackground?: boolean | undefined
  children: ReactNode
}

/** A picture or player with its caption. */
export function BlockFigure(props: BlockFigureProps) {
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
        <figcaption className="stoa-post-figure-caption" dir="auto">
          <Inline text={caption} />
        </figcaption>
      )}
    </figure>
  )
}
