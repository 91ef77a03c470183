import { readWholePosts, saveWholePosts } from '@stoa/store'
import { ButtonLink, Checkbox, useTranslate } from '@stoa/ui'
import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { postViewMessages } from './messages.ts'
import type { PostBlock } from './read-blocks.ts'

export interface CollapsibleContentProps {
  /** Content that is cut at 500 pixels (token `--stoa-post-collapse`) if at least 250 more would be hidden. */
  children: ReactNode
  /** Label of the button. Default: the message `post.readMore`, "Read More". */
  readMoreText?: string | undefined
  /** Whether long content is cut at all. A player at its top must not be. Default true. */
  collapsible?: boolean | undefined
  /** The content's author, who always sees all of it. Default: none. */
  authorId?: string | undefined
  /** The reader is its author. Default false. */
  isOwn?: boolean | undefined
}

/** Less isn't hidden, in pixels. The style sheet has the same number. */
const HIDDEN_MIN = 250
/** The fold's height without the token, in pixels. */
const LIMIT = 500

/**
 * Cuts long content and offers to read more. CSS does this, so that it works before and without scripts (the button is
 * a link to the content's own anchor) and never shifts the page. Whoever has read more can choose to always see whole
 * posts on this device, and change that in the same place.
 */
export function CollapsibleContent(props: CollapsibleContentProps) {
  const { children, readMoreText, collapsible = true, authorId, isOwn = false } = props
  const t = useTranslate(postViewMessages)
  const id = `post-content-${useId().replaceAll(/[^\w-]/g, '')}`
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState(false)
  const [always, setAlways] = useState(false)
  const { fits, length } = useMeasure({ box, content }, collapsible)
  useEffect(() => {
    if (!readWholePosts()) return
    // Where the page hasn't done it before its first paint.
    saveWholePosts(true)
    setAlways(true)
  }, [])
  if (!collapsible) return <div>{children}</div>

  const expand = (event: MouseEvent) => {
    event.preventDefault()
    setExpanded(true)
    box.current?.focus({ preventScroll: true })
  }
  // A link below the fold must be visible when it gets focus.
  const expandAround = (event: FocusEvent) => {
    const element = box.current
    if (
      element &&
      event.target !== element &&
      event.target.getBoundingClientRect().bottom > element.getBoundingClientRect().bottom
    ) {
      setExpanded(true)
    }
  }
  const choose = (isWhole: boolean) => {
    setExpanded(true)
    setAlways(isWhole)
    saveWholePosts(isWhole)
  }

  return (
    <>
      <div
        ref={box}
        id={id}
        className="stoa-collapsible"
        tabIndex={-1}
        data-author={authorId || undefined}
        data-expanded={expanded || isOwn || length === 'short' || undefined}
        data-fits={fits || undefined}
        onFocus={expandAround}
      >
        <div ref={content} className="stoa-collapsible-content">
          {children}
        </div>
        <div className="stoa-collapsible-fold">
          <ButtonLink className="stoa-collapsible-more" href={`#${id}`} onClick={expand}>
            {readMoreText ?? t('post.readMore')}
          </ButtonLink>
        </div>
      </div>
      {!isOwn && (expanded || (always && length === 'long')) && (
        <div className="stoa-collapsible-whole">
          <Checkbox
            label={t('post.whole')}
            checked={always}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  )
}

interface Measured {
  box: RefObject<HTMLElement | null>
  content: RefObject<HTMLElement | null>
}

/**
 * `fits`: all of the content was measured to be visible, so that the hidden button can leave the tab order. `length`:
 * whether it is long enough to be cut; null before it is measured.
 */
function useMeasure({ box, content }: Measured, watching: boolean) {
  const [measured, setMeasured] = useState<{ fits: boolean; length: 'short' | 'long' | null }>(UNMEASURED)
  useEffect(() => {
    if (!watching || !box.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (!box.current?.parentElement || !content.current) return
      const { offsetHeight } = content.current
      const token = getComputedStyle(box.current.parentElement).getPropertyValue('--stoa-post-collapse')
      const length = offsetHeight < (Number.parseFloat(token) || LIMIT) + HIDDEN_MIN ? 'short' : 'long'
      const fits = offsetHeight <= box.current.clientHeight
      setMeasured((before) => (before.fits === fits && before.length === length ? before : { fits, length }))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, content, watching])
  return measured
}

const UNMEASURED = { fits: false, length: null }

/** Block types that must not be cut. */
const whole: ReadonlySet<PostBlock['type']> = new Set(['image', 'video', 'audio', 'embed'])

/**
 * Whether long content may be cut. True if it starts with text rather than a picture or player that must stay whole.
 */
export function isCollapsible(blocks: readonly PostBlock[]): boolean {
  const [first] = blocks
  return first !== undefined && !whole.has(first.type)
}
