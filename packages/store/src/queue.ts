import type { EventOf } from '@stoa/contract'
import type { Stoa } from './stoa.ts'

/** What a moderator's screen is told of a queue. */
export interface QueueListener {
  /** Something was claimed, decided or waits again. */
  onChange: (event: EventOf<'queue.changed'>) => void
  /** Something may have been missed: read the queue again. */
  onGap: () => void
}

/** Tells a screen what other moderators do in the queues that the viewer moderates. Returns the function that ends it. */
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
          // The first connection follows what was just read.
          if (!isFirst) onGap()
          isFirst = false
        }),
        realtime.watch({}),
      ]
    })
    // Offline or blocked: whoever decides second is told so.
    .catch(() => {})
  return () => {
    isEnded = true
    for (const end of endings) end()
  }
}
