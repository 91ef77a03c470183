import type { Realtime } from '@stoa/client/realtime'
import type { Watch } from '@stoa/contract'
import { lazy } from '../lazy.ts'
import type { Stoa } from '../stoa.ts'
import type { NamedEvent } from './apply-event.ts'

const loadLive = lazy(() => import('./connection.ts'))

/**
 * Runs `subscribe` with the application's live connection. The returned function calls the unsubscribe functions that
 * it returns. If the connection can't be opened (offline, blocked), nothing happens, and the next use tries again.
 */
export function whenLive(stoa: Stoa, subscribe: (realtime: Realtime) => (() => void)[]): () => void {
  if (!stoa.options.realtime) return () => {}
  let cleanups: (() => void)[] = []
  let hasEnded = false
  loadLive()
    .then(({ createLive }) => stoa.singleton(createLive))
    .then((realtime) => {
      if (!hasEnded) cleanups = subscribe(realtime)
    })
    .catch(() => {})
  return () => {
    hasEnded = true
    for (const cleanup of cleanups.splice(0)) cleanup()
  }
}

/** Subscribes to live updates of posts and communities. Returns the function that unsubscribes. */
export function watch(stoa: Stoa, rooms: Watch): () => void {
  return whenLive(stoa, (realtime) => [realtime.watch(rooms)])
}

/**
 * Applies events of a thread that arrived before the application was subscribed; `events` may grow until this is done.
 * With `hasGap` the newest comments are loaded again.
 */
export async function replayEvents(
  stoa: Stoa,
  earlier: { events: readonly NamedEvent[]; hasGap: boolean },
): Promise<void> {
  const { catchUp, createLive, receive } = await loadLive()
  await stoa.singleton(createLive)
  for (const event of earlier.events) receive(stoa, event)
  if (earlier.hasGap) catchUp(stoa)
}
