import { moderatesSomewhere, PAGE_SIZE_MAX } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { useEffect, useState } from 'react'

/** What waits for a moderator. */
export interface ModerationQueueCount {
  count: number
  /** There is more than was counted. */
  isMore: boolean
}

/**
 * Number of items that wait in all communities that the viewer moderates, kept up to date. Null for others and until it
 * is known.
 */
export function useModerationQueue(): ModerationQueueCount | null {
  const stoa = useStoa()
  const isAsked = moderatesSomewhere(useViewer() ?? null)
  const [waiting, setWaiting] = useState<ModerationQueueCount | null>(null)
  useEffect(() => {
    setWaiting(null)
    if (!isAsked) return
    // Only moderators load this code.
    const watching = import('../screens/moderation/watch-queue.ts').then(
      ({ watchQueue }) =>
        watchQueue(stoa, { limit: PAGE_SIZE_MAX }, ({ items, hasMore }) =>
          setWaiting({ count: items.length, isMore: hasMore }),
        ),
      () => () => {},
    )
    return () => void watching.then((stop) => stop())
  }, [stoa, isAsked])
  return waiting
}
