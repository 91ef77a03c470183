import { alertFor, alertMessages } from '@stoa/store'
import { createToasts, ToastRegion, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'

/** Props of `FailureToast`. */
export interface FailureToastProps {
  /** Why something was refused; each new object is told once. */
  failure: { error: unknown }
}

/** Takes away what another element of the page shows in the same corner. */
let clear = () => {}

/** Says why a reaction or vote was refused and taken back, in the words that are used for it everywhere. */
export function FailureToast({ failure }: FailureToastProps) {
  const t = useTranslate(alertMessages)
  const [toasts] = useState(createToasts)
  useEffect(() => {
    const alert = alertFor(failure.error)
    if (!alert) return
    clear()
    const id = toasts.show({ text: t(alert.key, { ...alert.values }).trim(), tone: 'danger' })
    clear = () => toasts.dismiss(id)
  }, [failure, toasts, t])
  return <ToastRegion toasts={toasts} />
}
