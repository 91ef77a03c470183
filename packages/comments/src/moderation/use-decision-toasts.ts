import { StoaError } from '@stoa/client'
import { alertMessages, alertText } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { type Toasts, useTranslate } from '@stoa/ui'
import { decisionMessages } from './messages.ts'

/** A decision about a person, with its log entry if it can be undone at once. */
interface Decided {
  name: string
  activityId: string | null
  /** Called when it was undone. */
  onUndone: () => void
}

type DoneKey = Extract<keyof typeof decisionMessages, `done.${string}`>

/** Shows why an action failed. */
export function useAlert(toasts: Toasts): (error: unknown) => void {
  const t = useTranslate(alertMessages)
  return (error) => {
    // A bug: report it like any other.
    if (!(error instanceof StoaError)) reportError(error)
    const text = alertText(error, { t, isCommentChange: true })
    if (text) toasts.show({ text, tone: 'danger' })
  }
}

/** Shows decisions about people in a community, with an undo button. */
export function useDecisionToasts(tokenName: string, toasts: Toasts) {
  const t = useTranslate(decisionMessages)
  const { call } = useStoa().client
  const alert = useAlert(toasts)
  return {
    alert,
    showDone(messageKey: DoneKey, { name, activityId, onUndone }: Decided): void {
      const undo = (id: string) =>
        call('moderationUndo', { tokenName, activityIds: [id] }).then(() => {
          toasts.show({ text: t('done.undone'), tone: 'success' })
          onUndone()
        }, alert)
      const action =
        activityId === null ? {} : { action: { label: t('done.undo'), onAction: () => void undo(activityId) } }
      toasts.show({ text: t(messageKey, { name }), tone: 'success', ...action })
    },
  }
}
