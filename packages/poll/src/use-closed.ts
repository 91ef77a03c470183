import { useI18n } from '@stoa/ui'
import { useEffect, useState } from 'react'

/** Longest delay that browsers' timers can hold. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whether the closing time has passed; turns true at that moment while the poll is shown. */
export function useClosed(closesAt: number | null): boolean {
  const { now: renderedAt } = useI18n()
  const [now, setNow] = useState(() => renderedAt ?? Date.now())
  useEffect(() => {
    if (closesAt === null) return
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      setNow(Date.now())
      const left = closesAt - Date.now()
      if (left > 0) timer = setTimeout(check, Math.min(left, TIMER_MAX_MS))
    }
    check()
    return () => clearTimeout(timer)
  }, [closesAt])
  return closesAt !== null && closesAt <= now
}
