import { StoaError } from '@stoa/client'
import { alertFor, alertMessages } from '@stoa/store'
import { useTranslate } from '@stoa/ui'
import { useHostedApp } from '../hosted-app.ts'

/** Tells the reader of a failed action, in the product's words; nothing where a dialog asks for the missing step instead. */
export function useAlert(): (error: unknown) => void {
  const t = useTranslate(alertMessages)
  const { toasts } = useHostedApp()
  return (error) => {
    // Nobody can act on its words, so they go where faults are looked for.
    if (!(error instanceof StoaError)) reportError(error)
    const alert = alertFor(error)
    if (alert) toasts.show({ text: t(alert.key, alert.values), tone: 'danger' })
  }
}
