import { Button } from '@stoa/ui'
import { useEffect, useRef } from 'react'

/** Props of `LoadMoreButton`. */
export interface LoadMoreButtonProps {
  /** Label of the button. */
  text: string
  /** Whether it is loading. Default false. */
  busy?: boolean | undefined
  /** Loads more. */
  onLoad: () => void
  /** Address to load more without scripts. Default: none. */
  href?: string | undefined
}

/** Loads more of a list, and moves focus to the first new comment if that was the last page. */
export function LoadMoreButton({ text, busy, onLoad, href }: LoadMoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  /** The list and its length before loading. Null unless the button was pressed. */
  const pressed = useRef<{ list: Element; count: number } | null>(null)

  useEffect(
    () => () => {
      const { list, count } = pressed.current ?? {}
      // The new comments are rendered by the update that removes the button, but maybe later.
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
