import type { EventOf } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** How long events are gathered after one that was followed, in ms. */
const PAUSE_MS = 2000

/** Does some work when it is wanted, and what is wanted soon after that once, at the end of a pause. `end` cancels it. */
export function spaced(work: () => void): { want(): void; end(): void } {
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
  /** Something was claimed, decided or reopened, or is new. */
  onChange: (event: EventOf<'queue.changed'>) => void
  /** Events may have been missed: reload the queue. */
  onGap: () => void
}

/**
 * Subscribes to what arrives in the queues that the viewer moderates, and to other moderators' actions there. Returns the
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
    // Offline or blocked: the server reports conflicting decisions.
    .catch(() => {})
  return () => {
    isEnded = true
    for (const end of endings) end()
  }
}
