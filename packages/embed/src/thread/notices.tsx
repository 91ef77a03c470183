import { FailedPart, type FailedPartProps } from '@stoa/comments'
import { useJoinedCommunity, useStoa } from '@stoa/store/react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Forum } from '../session/forum.ts'

/** An element's toasts, and a function that reports refusals. */
export function useNotices(host: HTMLElement, forum: Forum): [ReactNode, (error: unknown) => void] {
  const { state } = useStoa()
  const joined = useJoinedCommunity()
  const [notice, show] = useState<ReactNode>()
  const tell = useCallback(function tell(error: unknown) {
    import('./interaction.tsx')
      .then(({ FailureToast }) => show(<FailureToast failure={{ error }} />))
      .catch(() => show(<CodeError mayReload onRetry={() => tell(error)} />))
  }, [])
  useEffect(() => {
    if (joined === null || forum.activeHost !== host) return
    import('./interaction.tsx').then(
      ({ JoinToast }) => {
        state.setState({ joinedCommunity: null })
        show(<JoinToast joined={{ community: joined }} />)
      },
      // The action succeeded without the toast.
      () => {},
    )
  }, [joined, state, host, forum])
  return [notice, tell]
}

/** Shows that the code for an action didn't load. It stays in view in a long element. */
export function CodeError(props: Omit<FailedPartProps, 'text'>) {
  return (
    <div className="stoa-embed-lost">
      <FailedPart text="comment.unloaded" {...props} />
    </div>
  )
}
