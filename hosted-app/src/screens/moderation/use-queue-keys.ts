import { shortcutKey } from '@stoa/ui'
import { type RefObject, useEffect, useRef } from 'react'
import { areShortcutsOn } from '../../shell/shortcuts/shortcut-switch.ts'

interface QueueKeys {
  /** Whether keys are disabled, while a dialog is open or a request is running. */
  isResting: boolean
  /** Handles other keys, with the focused item, if there is one. */
  onKey: (key: string, id: string | undefined) => void
}

/** Moves through the queue with j and k, and passes on other keys. Disabled during typing. */
export function useQueueKeys(list: RefObject<HTMLElement | null>, keys: QueueKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isResting, onKey } = current.current
      const key = shortcutKey(event)
      if (isResting || key === null || !areShortcutsOn()) return
      const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      if (key === 'j' || key === 'k') {
        // Without a focused item, only j starts, at the first one.
        const next = key === 'j' ? rows[at + 1] : rows[at - 1]
        next?.focus({ preventScroll: true })
        next?.scrollIntoView({ block: 'nearest' })
        return
      }
      if (!/^[ahbncxz1-9]$/.test(key)) return
      event.preventDefault()
      onKey(key, rows[at]?.dataset.item)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}
