import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { MESSAGES_PATH } from '../../paths.ts'
import { isTyping } from './is-typing.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'

/** Maximum time between the two keys of a sequence. */
const SEQUENCE_MS = 1000

/** Where the second key after `g` leads. */
const GO_TO: Readonly<Record<string, string>> = { h: '/', m: MESSAGES_PATH }

/** Handles shortcuts, and the dialog that lists them. Disabled during typing. */
export function ShortcutKeys({ takeEarly }: { takeEarly: () => KeyboardEvent[] }) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    let goPressedAt = 0
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') setIsOpen(true)
      if (event.key === 'j') walkFeed(1)
      if (event.key === 'k') walkFeed(-1)
      const place = GO_TO[event.key]
      if (place && event.timeStamp - goPressedAt < SEQUENCE_MS) void navigate(place)
      goPressedAt = event.key === 'g' ? event.timeStamp : 0
    }
    takeEarly().forEach(press)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, takeEarly])
  return <ShortcutSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
}

/** Focuses the next or previous post of a feed. Comments have their own keys. */
function walkFeed(step: 1 | -1): void {
  if (document.querySelector('.stoa-comments')) return
  const cards = Array.from(document.querySelectorAll<HTMLElement>('.stoa-feed .stoa-card'))
  const current = cards.findIndex((card) => card.contains(document.activeElement))
  // Without a focused post, starts at the top of the view.
  const next = current < 0 ? cards.findIndex((card) => card.getBoundingClientRect().bottom > 0) : current + step
  const card = cards[next]
  card?.querySelector<HTMLElement>('.stoa-card-title a')?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}
