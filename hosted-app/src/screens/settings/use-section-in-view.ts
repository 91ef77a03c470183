import { useEffect, useState } from 'react'

/** Scrolling caused by a jump to a section isn't the reader's. */
const JUMP_MS = 400

/**
 * The section of a long page in view. `ids`: their anchors in order; `open`: the one in the address, used until the
 * reader scrolls.
 */
export function useSectionInView(ids: readonly string[], open: string): string {
  const [seen, setSeen] = useState(open || (ids[0] ?? ''))
  const names = ids.join()
  useEffect(() => {
    const all = names.split(',')
    if (open !== '') setSeen(open)
    const start = Date.now()
    const look = () => {
      if (Date.now() - start < JUMP_MS) return
      const there = all.flatMap((id) => document.getElementById(id) ?? [])
      const passed = there.filter((part) => part.getBoundingClientRect().top <= window.innerHeight / 3)
      const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
      const shown = (isAtEnd ? there : passed).at(-1) ?? there[0]
      if (shown) setSeen(shown.id)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [names, open])
  return seen
}
