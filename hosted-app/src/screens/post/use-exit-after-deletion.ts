import { communityPath } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'

/** Leaves a post's page for the community after its author has deleted it, and says so. */
export function useDeletedExit(postId: string): (message: string) => void {
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
