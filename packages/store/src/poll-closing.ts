import { loadPost } from './load.ts'
import type { Stoa } from './stoa.ts'

/** Longest delay that browsers' timers can hold. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** Between tries, while the server says that the poll is open still, or can't be asked. */
const AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const

/**
 * Fetches results that are closed to the viewer when the poll closes, which opens them to everybody. Its time is the
 * server's: a clock here that is ahead asks again until it is so. Returns the function that ends it.
 */
export function awaitPollResults(stoa: Stoa, postId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let tries = 0

  async function look(): Promise<void> {
    const { posts, clockAhead } = stoa.state.getState()
    const { pollSettings, pollValues } = posts[postId] ?? {}
    if (hasEnded || !pollSettings?.closesAt || pollValues !== null) return
    const left = pollSettings.closesAt - (stoa.clock() + clockAhead)
    if (left > 0) {
      timer = setTimeout(look, Math.min(left, TIMER_MAX_MS))
      return
    }
    // What could not be fetched is tried again like what is not there yet.
    await loadPost(stoa, { idOrSlug: postId }).catch(() => {})
    const pause = AGAIN_MS[tries]
    tries += 1
    if (!hasEnded && pause !== undefined) timer = setTimeout(look, pause)
  }

  void look()
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}
