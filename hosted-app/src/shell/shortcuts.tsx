import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useScreenCode } from './screen-code.tsx'

/** A second key must follow the first within this. */
const SEQUENCE_MS = 1000

/**
 * Keyboard shortcuts of the application, and the sheet that lists all of them, whose code comes when it is asked for. They
 * rest while somebody types.
 */
export function Shortcuts() {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { Screen } = useScreenCode(load, isOpen)
  useEffect(() => {
    let goPressedAt = 0
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') setIsOpen(true)
      if (event.key === 'h' && event.timeStamp - goPressedAt < SEQUENCE_MS) void navigate('/')
      goPressedAt = event.key === 'g' ? event.timeStamp : 0
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])

  return Screen && <Screen isOpen={isOpen} onClose={() => setIsOpen(false)} />
}

const load = async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
