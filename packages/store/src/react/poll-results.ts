import { loadPost } from '../load.ts'
import type { Stoa } from '../stoa.ts'

/** Longest delay that browser timers support. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** Delays while the poll is still open on the server, or a request fails. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const

/**
 * Loads poll results that become public when the poll closes, by the server's clock. If this one is ahead, it tries
 * again. Returns the function that stops it.
 */
export function awaitPollResults(stoa: Stoa, postId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let tries = 0

  async function look(): Promise<void> {
    const { posts, clockOffset } = stoa.state.getState()
    const { pollSettings, pollValues } = posts[postId] ?? {}
    if (hasEnded || !pollSettings?.closesAt || pollValues !== null) return
    const remainingMs = pollSettings.closesAt - (stoa.clock() + clockOffset)
    if (remainingMs > 0) {
      timer = setTimeout(() => void look(), Math.min(remainingMs, TIMER_MAX_MS))
      return
    }
    await loadPost(stoa, { idOrSlug: postId }).catch(() => {})
    const pause = RETRY_DELAYS_MS[tries]
    tries += 1
    if (!hasEnded && pause !== undefined) timer = setTimeout(() => void look(), pause)
  }

  void look()
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}
