import { useI18n } from '@stoa/ui'
import { useEffect, useState } from 'react'

/** Longest delay that browser timers support. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whether the closing time has passed by a clock with an offset from this one. Updates at that moment. */
export function useClosed(closesAt: number | null, clockOffset = 0): boolean {
  const { now: renderedAt } = useI18n()
  const [now, setNow] = useState(() => renderedAt ?? Date.now() + clockOffset)
  useEffect(() => {
    if (closesAt === null) return
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      const current = Date.now() + clockOffset
      setNow(current)
      const remainingMs = closesAt - current
      if (remainingMs > 0) timer = setTimeout(check, Math.min(remainingMs, TIMER_MAX_MS))
    }
    check()
    return () => clearTimeout(timer)
  }, [closesAt, clockOffset])
  return closesAt !== null && closesAt <= now
}
