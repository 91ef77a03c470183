import type { Watch } from '@stoa/contract'
import type { NamedEvent } from './realtime/apply-event.ts'
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

/**
 * Applies what was heard of a thread before the application listened itself; `events` may grow until this is done.
 * With `hasGap` what is shown is compared with the server.
 */
export async function hearEarlier(
  stoa: Stoa,
  earlier: { events: readonly NamedEvent[]; hasGap: boolean },
): Promise<void> {
  const { applyEvent, catchUp, createLive } = await import('./realtime/live.ts')
  await stoa.part(createLive)
  for (const event of earlier.events) applyEvent(stoa, event)
  if (earlier.hasGap) catchUp(stoa)
}
