import { type RefObject, useEffect, useRef } from 'react'

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
    let before = ''
    const press = (event: KeyboardEvent) => {
      const { isResting, onKey } = current.current
      // `g h` navigates home from anywhere.
      const isSequence = before === 'g'
      before = event.key
      if (isSequence) return
      if (isResting || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const rows = Array.from(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      if (event.key === 'j' || event.key === 'k') {
        // Without a focused item, only j starts, at the first one.
        const next = event.key === 'j' ? rows[at + 1] : rows[at - 1]
        next?.focus({ preventScroll: true })
        next?.scrollIntoView({ block: 'nearest' })
        return
      }
      if (!'ahbncxz123456789'.includes(event.key)) return
      event.preventDefault()
      onKey(event.key, rows[at]?.dataset.item)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

/** Whether the focused element uses keys itself. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.isContentEditable || target.closest('dialog, [role=menu], textarea, select') !== null
}
