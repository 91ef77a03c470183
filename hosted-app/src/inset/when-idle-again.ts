const IDLE_MS = 2000
/** However often the reader pauses. */
const EVERY_MS = 30_000
const ACTIVITY = ['scroll', 'pointermove', 'keydown', 'touchstart'] as const

/**
 * Calls `refresh` whenever the reader has been active and then idle for two seconds, but not within half a minute after
 * the last call or the start. Returns the function that ends this.
 */
export function whenIdleAgain(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Date.now()
  const begin = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (Date.now() - last < EVERY_MS) return
      last = Date.now()
      refresh()
    }, IDLE_MS)
  }
  for (const name of ACTIVITY) window.addEventListener(name, begin, { passive: true })
  return () => {
    clearTimeout(timer)
    for (const name of ACTIVITY) window.removeEventListener(name, begin)
  }
}
