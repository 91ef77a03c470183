import { lazy, useLazy } from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'

const shortcutKeys = lazy(async () => (await import('./shortcut-keys.tsx')).ShortcutKeys)

/** Keyboard shortcuts of the app, whose code loads with the first key press. */
export function Shortcuts() {
  const [isWanted, setWanted] = useState(false)
  const { code: ShortcutKeys } = useLazy(shortcutKeys, isWanted)
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
  return ShortcutKeys && <ShortcutKeys takeEarly={takeEarly} />
}
