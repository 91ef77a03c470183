import type { EventOf } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** Callbacks of a moderation screen. */
export interface QueueListener {
  /** Something was claimed, decided or reopened. */
  onChange: (event: EventOf<'queue.changed'>) => void
  /** Events may have been missed: reload the queue. */
  onGap: () => void
}

/**
 * Subscribes to other moderators' actions in the queues that the viewer moderates. Returns the unsubscribe function.
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
