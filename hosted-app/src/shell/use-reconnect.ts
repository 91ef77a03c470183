import { useEffect, useRef } from 'react'

const FIRST_MS = 2000
const LONGEST_MS = 30_000

/**
 * Retries what failed without a connection: when the browser is online again, and periodically, because a browser
 * doesn't notice when only the server was unreachable. `isWanted` says whether to retry at all.
 */
export function useReconnect(retry: () => void, isWanted: boolean): void {
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isWanted) return
    let delay = FIRST_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const tryNow = () => {
      if (navigator.onLine) latest.current()
    }
    const wait = () => {
      timer = setTimeout(() => {
        if (!document.hidden) tryNow()
        delay = Math.min(delay * 2, LONGEST_MS)
        wait()
      }, delay)
    }
    wait()
    window.addEventListener('online', tryNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', tryNow)
    }
  }, [isWanted])
}
