import { useEffect, useState } from 'react'

/** Longest delay that browser timers support. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whether a time (ms since the epoch) has passed by the browser's clock. Rerenders when it does. Initially false. */
export function useHasCome(time: number): boolean {
  const [come, setCome] = useState<number>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      const remainingMs = time - Date.now()
      if (remainingMs <= 0) setCome(time)
      else timer = setTimeout(look, Math.min(remainingMs, TIMER_MAX_MS))
    }
    look()
    return () => clearTimeout(timer)
  }, [time])
  return come === time
}
