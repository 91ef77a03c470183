import type { EventOf } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** Time for which further events are collected after a handled one, in ms. */
const PAUSE_MS = 2000

/**
 * Throttles work: runs it at the first request, and once at the end of a pause for all requests during it. `end`
 * cancels it.
 */
export function throttle(work: () => void): { want(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const rest = () => {
    timer = undefined
    if (isWanted) want()
  }
  function want(): void {
    isWanted = timer !== undefined
    if (isWanted) return
    timer = setTimeout(rest, PAUSE_MS)
    work()
  }
  return { want, end: () => clearTimeout(timer) }
}

/** Callbacks of a moderation screen. */
export interface QueueListener {
  /** Called when something was added, claimed, decided or reopened. */
  onChange: (event: EventOf<'queue.changed'>) => void
  /** Events may have been missed: reload the queue. */
  onGap: () => void
}

/**
 * Subscribes to new items in the queues that the viewer moderates, and to other moderators' actions there. Returns the
 * unsubscribe function.
 */
export function subscribeToQueue(stoa: Stoa, { onChange, onGap }: QueueListener): () => void {
  let isEnded = false
  let endings: (() => void)[] = []
  import('./live/connection.ts')
    .then(({ createLive }) => stoa.singleton(createLive))
    .then((realtime) => {
      if (isEnded) return
      let isFirst = true
      endings = [
        realtime.onEvent((name, event) => {
          if (name === 'queue.changed') onChange(event as EventOf<'queue.changed'>)
        }),
        realtime.onGap(() => {
          // The first connection follows right after loading.
          if (!isFirst) onGap()
          isFirst = false
        }),
        realtime.watch({}),
      ]
    })
    // Offline or blocked. The server reports conflicting decisions.
    .catch(() => {})
  return () => {
    isEnded = true
    for (const end of endings) end()
  }
}
