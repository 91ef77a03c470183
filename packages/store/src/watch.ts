import type { Watch } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** Keeps posts and communities live until the returned function is called. Without a live connection nothing happens. */
export function watch(stoa: Stoa, rooms: Watch): () => void {
  if (!stoa.options.realtime) return () => {}
  let end = () => {}
  let isEnded = false
  import('./realtime/live.ts')
    .then(({ createLive }) => stoa.part(createLive))
    .then((realtime) => {
      if (!isEnded) end = realtime.watch(rooms)
    })
    // Offline, or blocked: the page works without, and the next watch tries again.
    .catch(() => {})
  return () => {
    isEnded = true
    end()
  }
}
