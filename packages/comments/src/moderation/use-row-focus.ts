import { type RefObject, useEffect, useRef } from 'react'

/**
 * Manages focus after the pressed button has disappeared. The returned function names the next row, by position or
 * item. `isResting`: focus waits, because an action or dialog is active.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, isResting: boolean): (row: number | string) => void {
  const targetRow = useRef<number | string | null>(null)
  useEffect(() => {
    const at = targetRow.current
    if (at === null || isResting || !list.current) return
    targetRow.current = null
    const rows = [...list.current.querySelectorAll<HTMLElement>('[data-item]')]
    const row =
      typeof at === 'number' ? rows[Math.min(at, rows.length - 1)] : rows.find(({ dataset }) => dataset.item === at)
    ;(row ?? list.current).focus()
  })
  return (row) => {
    targetRow.current = row
  }
}
