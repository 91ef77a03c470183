import { Button } from '@stoa/ui'
import { useEffect, useRef } from 'react'

/** Props of `LoadMoreButton`. */
export interface LoadMoreButtonProps {
  /** What pressing loads. */
  text: string
  /** It is loading. Default false. */
  busy?: boolean | undefined
  /** Loads it. */
  onLoad: () => void
  /** Address that shows it without a script. Default: none. */
  href?: string | undefined
}

/** Loads more of a list, and hands the focus to the first new comment when that leaves nothing more to load. */
export function LoadMoreButton({ text, busy, onLoad, href }: LoadMoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  /** The list and the number of comments in it before loading; null unless the button was pressed. */
  const pressed = useRef<{ list: Element; count: number } | null>(null)

  useEffect(
    () => () => {
      const { list, count } = pressed.current ?? {}
      // The new comments are drawn by the same render that takes the button away, but maybe after it.
      setTimeout(() => list?.querySelectorAll<HTMLElement>('article')[count ?? 0]?.focus({ preventScroll: true }))
    },
    [],
  )

  function load() {
    const list = button.current?.closest('ol, section')
    if (list) pressed.current = { list, count: list.querySelectorAll('article').length }
    onLoad()
  }
  return (
    <Button ref={button} href={href} className="stoa-comments-more" variant="quiet" size="s" busy={busy} onClick={load}>
      {text}
    </Button>
  )
}
