import { useEffect } from 'react'
import { awaitPollResults } from '../poll-closing.ts'
import { useStoa } from './stoa-context.tsx'
import { useStoaState } from './use-stoa-state.ts'

/**
 * Sees to it that the results of a post's poll show when it closes; returns how far the server's clock, by which it
 * does, is ahead of this one's in milliseconds.
 */
export function usePollResults(postId: string): number {
  const stoa = useStoa()
  const clockAhead = useStoaState((state) => state.clockAhead)
  const closesAt = useStoaState(({ posts }) => posts[postId]?.pollSettings?.closesAt ?? null)
  const areClosed = useStoaState(({ posts }) => posts[postId]?.pollValues === null)
  // Also when the time changes: by an edit, or because the clock here turns out to be wrong.
  const about = areClosed && closesAt !== null ? closesAt - clockAhead : null
  useEffect(() => (about === null ? undefined : awaitPollResults(stoa, postId)), [stoa, postId, about])
  return clockAhead
}
