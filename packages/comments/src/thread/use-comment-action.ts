import { alertMessages, alertText } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'

/** An action of the thread, with the error text if it fails. Separate, because readers need no texts of errors. */
export function useCommentAction(options: { isCommentChange?: boolean } = {}) {
  const t = useTranslate(alertMessages)
  const { status, busy, error, run } = useAction()
  return { busy, alert: status === 'error' && alertText(error, { t, ...options }), run }
}
