import { communityPath } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'

/** What a post's page does once its author has deleted it: it leads to the community and says so. */
export function useDeletedExit(postId: string): (done: string) => void {
  const navigate = useNavigate()
  const { toasts } = useHostedApp()
  const { state } = useStoa()
  return useCallback(
    (text) => {
      const post = state.getState().posts[postId]
      toasts.show({ text, tone: 'success' })
      void navigate(post ? communityPath(post) : '/', { replace: true })
    },
    [navigate, toasts, state, postId],
  )
}
