import type { Stoa } from '@stoa/store'
import type { Toasts } from '@stoa/ui'

/** Shows a toast about what was done to a post. It disappears when it is no longer true. */
export function showPostToast(
  { state }: Pick<Stoa, 'state'>,
  toasts: Toasts,
  about: { postId: string } & Parameters<Toasts['show']>[0],
): void {
  const { postId, ...toast } = about
  /** Null: it was deleted, which stays true. */
  const readState = () => {
    const post = state.getState().posts[postId]
    return post ? JSON.stringify([post.status, post.scheduledAt, post.isLocked, post.isPinned]) : null
  }
  const then = readState()
  const id = toasts.show(toast)
  const stops = [
    state.subscribe(() => {
      if (![null, then].includes(readState())) toasts.dismiss(id)
    }),
    toasts.subscribe(() => {
      if (toasts.getSnapshot().every((one) => one.id !== id)) for (const stop of stops) stop()
    }),
  ]
}
