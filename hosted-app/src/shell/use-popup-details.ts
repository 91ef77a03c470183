import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Makes a `details` element a popup: it closes on Escape, on a press or focus outside, and when the page changes, whose
 * path is `path`. Without scripts it stays a plain one.
 */
export function usePopupDetails(path: string): {
  ref: RefObject<HTMLDetailsElement | null>
  onKeyDown: (event: KeyboardEvent) => void
} {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (path) close(ref.current)
  }, [path])
  useEffect(() => {
    const outside = (event: Event) => {
      if (!event.composedPath().includes(ref.current as EventTarget)) ref.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [])
  return {
    ref,
    onKeyDown(event) {
      if (event.key !== 'Escape' || !ref.current?.open) return
      close(ref.current)
      ref.current.querySelector('summary')?.focus()
    },
  }
}

/** Focus inside goes to what opens it. */
function close(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
  details.removeAttribute('open')
}
