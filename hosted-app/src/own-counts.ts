import type { CallOutput } from '@stoa/contract'
import type { Stoa } from '@stoa/store'
import { useStoa, useStoaState } from '@stoa/store/react'
import { useEffect, useSyncExternalStore } from 'react'

type Counts = Partial<CallOutput<'postOwnCounts'>>

/**
 * Number of posts in the lists that only their author sees. Null for others, and until known: growing tabs would move.
 */
export function useOwnCounts({ isOwn }: { isOwn: boolean }): Counts | null {
  const { load, watch, read } = useStoa().singleton(createOwnCounts)
  const counts = useSyncExternalStore(watch, read, () => null)
  // Publishing, scheduling, discarding or restoring moves a post between lists.
  const states = useStoaState(({ posts, viewer }) =>
    isOwn && viewer
      ? [
          viewer.id,
          ...Object.values(posts).flatMap((post) =>
            post?.publisherId === viewer.id ? [`${post.id} ${post.status}`] : [],
          ),
        ].join()
      : '',
  )
  useEffect(() => load(states), [load, states])
  return isOwn ? counts : null
}

/** The counts, shared by the rail and one's own page. */
function createOwnCounts(stoa: Stoa) {
  let counts: Counts | null = null
  let loadedStates = ''
  const listeners = new Set<() => void>()
  const put = (next: Counts | null) => {
    counts = next
    for (const listener of listeners) listener()
  }
  stoa.onDestroy(
    stoa.state.subscribe(({ viewer }, before) => {
      if (viewer?.id !== before.viewer?.id) put(null)
    }),
  )
  return {
    read: () => counts,
    watch(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Loads the counts, unless they are those of these states. */
    load(states: string): void {
      if (states === '' || states === loadedStates) return
      loadedStates = states
      stoa.client.call('postOwnCounts', {}).then(
        (response) => void (loadedStates === states && put(response)),
        // The lists work without counts.
        () => void (loadedStates === states && put(counts ?? {})),
      )
    },
  }
}
