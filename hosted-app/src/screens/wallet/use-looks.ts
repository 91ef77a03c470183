import { useEffect } from 'react'

/**
 * Looks again and again while the page is visible, and at once when somebody comes back to it, such as from their own
 * wallet or bank. `look` must be a stable function; `everyMs` null: there is nothing to wait for.
 */
export function useLooks(look: () => void, everyMs: number | null): void {
  useEffect(() => {
    if (everyMs === null) return
    const lookIfVisible = () => document.visibilityState === 'visible' && look()
    const timer = setInterval(lookIfVisible, everyMs)
    document.addEventListener('visibilitychange', lookIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfVisible)
    }
  }, [look, everyMs])
}
