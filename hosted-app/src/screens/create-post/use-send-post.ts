import type { Post } from '@stoa/contract'
import { alertFor, alertMessages, errorDetails, type WrittenPost } from '@stoa/store'
import { useAction, useActions } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'

/**
 * Sends a new or edited post, and explains errors. If signing in or joining is required first, `onSaved` follows later.
 */
export function useSendPost(onSaved: (post: Post) => void) {
  const { savePost } = useActions()
  const tAlert = useTranslate(alertMessages)
  const { busy, error, run } = useAction()
  const alert = alertFor(error)

  async function send({
    onRefused,
    ...request
  }: Omit<WrittenPost, 'onSaved'> & { onRefused: (error: unknown) => void }): Promise<void> {
    if (busy) return
    await run(() =>
      savePost({ ...request, onSaved }).catch((error: unknown) => {
        onRefused(error)
        throw error
      }),
    )
  }
  return {
    send,
    busy,
    error,
    alert: error && alert ? tAlert(alert.key, { message: messageOf(error, alert.values.message) }) : '',
  }
}

/** The message, with the server's messages about invalid fields. */
function messageOf(error: unknown, message: string): string {
  return [message, ...errorDetails(error).issues.map((issue) => issue.message)].join(' ')
}
