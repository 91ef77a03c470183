import type { CallOutput } from '@stoa/contract'
import { useStoa, useStoaState } from '@stoa/store/react'
import { useEffect, useState } from 'react'

type Counts = Partial<CallOutput<'postOwnCounts'>>

/**
 * Number of posts in the tabs that only their author sees. Null for others, and until known: growing tabs would move.
 */
export function useOwnCounts(userId: string, { isOwn }: { isOwn: boolean }): Counts | null {
  const { call } = useStoa().client
  const [counts, setCounts] = useState<Counts | null>(null)
  // Publishing, scheduling, discarding or restoring moves a post between tabs.
  const states = useStoaState(({ posts }) =>
    isOwn
      ? Object.values(posts)
          .flatMap((post) => (post?.publisherId === userId ? [`${post.id} ${post.status}`] : []))
          .join()
      : '',
  )
  useEffect(() => {
    let isGone = false
    if (isOwn) {
      call('postOwnCounts', {}).then(
        (response) => void (isGone || setCounts(response)),
        // The tabs work without counts.
        () => void (isGone || setCounts((current) => current ?? {})),
      )
    }
    return () => {
      isGone = true
    }
  }, [call, isOwn, states])
  return isOwn ? counts : null
}
