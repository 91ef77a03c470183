import { ButtonLink, useTranslate } from '@stoa/ui'
import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { postViewMessages } from './messages.ts'
import type { PostBlock } from './read-blocks.ts'

export interface CollapsibleContentProps {
  /** Content that is cut at 500 pixels (token `--stoa-post-collapse`) if it is longer. */
  children: ReactNode
  /** Label of the button. Default: the message `post.readMore`, "Read More". */
  readMoreText?: string | undefined
  /** Whether long content is cut at all. A player at its top must not be. Default true. */
  collapsible?: boolean | undefined
}

/**
 * Cuts long content and offers to read more. CSS does this, so that it works before and without scripts (the button is
 * a link to the content's own anchor) and never shifts the page.
 */
export function CollapsibleContent({ children, readMoreText, collapsible = true }: CollapsibleContentProps) {
  const t = useTranslate(postViewMessages)
  const id = `post-content-${useId().replaceAll(/[^\w-]/g, '')}`
  const content = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState(false)
  const fits = useFits(content, collapsible && !expanded)
  if (!collapsible) return <div>{children}</div>

  const expand = (event: MouseEvent) => {
    event.preventDefault()
    setExpanded(true)
    content.current?.focus({ preventScroll: true })
  }
  // A link below the fold must be visible when it gets focus.
  const expandAround = (event: FocusEvent) => {
    const box = content.current
    if (
      box &&
      event.target !== box &&
      event.target.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom
    ) {
      setExpanded(true)
    }
  }

  return (
    <div
      ref={content}
      id={id}
      className="stoa-collapsible"
      tabIndex={-1}
      data-expanded={expanded || undefined}
      data-fits={fits || undefined}
      onFocus={expandAround}
    >
      <div className="stoa-collapsible-content">{children}</div>
      <div className="stoa-collapsible-fold">
        <ButtonLink className="stoa-collapsible-more" href={`#${id}`} onClick={expand}>
          {readMoreText ?? t('post.readMore')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** True once the element was measured to show all of its content, so that the hidden button can leave the tab order. */
function useFits(element: { readonly current: HTMLElement | null }, watching: boolean): boolean {
  const [fits, setFits] = useState(false)
  useEffect(() => {
    const box = element.current
    if (!box || !watching || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() =>
      setFits(box.clientHeight < Number.parseFloat(getComputedStyle(box).maxHeight)),
    )
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, watching])
  return fits
}

/** Block types that must not be cut. */
const whole: ReadonlySet<PostBlock['type']> = new Set(['image', 'video', 'audio', 'embed'])

/**
 * Whether long content may be cut. True if it starts with text rather than a picture or player that must stay whole.
 */
export function isCollapsible(blocks: readonly PostBlock[]): boolean {
  const [first] = blocks
  return first !== undefined && !whole.has(first.type)
}
