import { StoaError } from '@stoa/client'
import { alertMessages, alertText } from '@stoa/store'
import { useTranslate } from '@stoa/ui'
import { useHostedApp } from '../hosted-app.ts'

/** Shows why an action failed, unless a dialog asks for the missing step instead. */
export function useErrorToast(): (error: unknown) => void {
  const t = useTranslate(alertMessages)
  const { toasts } = useHostedApp()
  return (error) => {
    // A bug: report it to the console.
    if (!(error instanceof StoaError)) reportError(error)
    const text = alertText(error, { t })
    if (text) toasts.show({ text, tone: 'danger' })
  }
}
