import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where the focus goes once the pressed button has gone: the returned function names the row of a list, by its position or by
 * its item. `isResting`: not yet, because something is going on or asked.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, isResting: boolean): (row: number | string) => void {
  const wanted = useRef<number | string | null>(null)
  useEffect(() => {
    const at = wanted.current
    if (at === null || isResting || !list.current) return
    wanted.current = null
    const rows = [...list.current.querySelectorAll<HTMLElement>('[data-item]')]
    const row =
      typeof at === 'number' ? rows[Math.min(at, rows.length - 1)] : rows.find(({ dataset }) => dataset.item === at)
    ;(row ?? list.current).focus()
  })
  return (row) => {
    wanted.current = row
  }
}
