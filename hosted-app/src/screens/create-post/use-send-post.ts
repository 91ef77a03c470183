import type { Post } from '@stoa/contract'
import { type Alert, alertFor, alertMessages, errorDetails, serverText, type WrittenPost } from '@stoa/store'
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
    alert: error && alert ? tAlert(alert.key, { message: messageOf(alert) }) : '',
  }

  /** The message, with the server's messages about invalid fields. */
  function messageOf({ values }: Alert): string {
    const message = values.message && serverText(error, tAlert)
    return [message, ...errorDetails(error, tAlert).issues.map((issue) => issue.message)].join(' ')
  }
}
