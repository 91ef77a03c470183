import { useCallback, useEffect, useRef, useState } from 'react'
import { useScreenCode } from './screen-code.tsx'

/** Keyboard shortcuts of the app, whose code loads with the first key press. */
export function Shortcuts() {
  const [isWanted, setWanted] = useState(false)
  const { Screen } = useScreenCode(load, isWanted)
  const early = useRef<KeyboardEvent[] | null>([])
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      early.current?.push(event)
      setWanted(true)
    }
    document.addEventListener('keydown', keep)
    return () => document.removeEventListener('keydown', keep)
  }, [])
  const takeEarly = useCallback(() => {
    const keys = early.current ?? []
    early.current = null
    return keys
  }, [])
  return Screen && <Screen takeEarly={takeEarly} />
}

const load = async () => (await import('./shortcut-keys.tsx')).ShortcutKeys
