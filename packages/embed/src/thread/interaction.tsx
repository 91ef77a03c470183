// Code for taking part. Loaded in advance, in case the network fails later.

import { alertFor, alertMessages, noticeMessages } from '@stoa/store'
import { createToasts, type Toast, ToastRegion, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'

export { default as interactionStyles } from './interaction.css?inline'

/** Props of `FailureToast`. */
export interface FailureToastProps {
  /** Why something was refused. Each new object is shown once. */
  failure: { error: unknown }
}

/** Props of `JoinToast`. */
export interface JoinToastProps {
  /** The joined community. Each new object is shown once. */
  joined: { community: string }
}

/** Removes the toast of another element of the page in the same corner. */
let clear = () => {}

/** Shows why a reaction or vote was refused and rolled back. */
export function FailureToast({ failure }: FailureToastProps) {
  const t = useTranslate(alertMessages)
  const alert = alertFor(failure.error)
  return <OneToast about={failure} text={alert && t(alert.key, { ...alert.values }).trim()} tone="danger" />
}

/** Shows that an action has also joined the community. */
export function JoinToast({ joined }: JoinToastProps) {
  const t = useTranslate(noticeMessages)
  return <OneToast about={joined} text={t('notice.joined', joined)} tone="success" />
}

function OneToast({ about, text, tone }: { about: object; text: string | null; tone: Toast['tone'] }) {
  const [toasts] = useState(createToasts)
  useEffect(() => {
    if (!text) return
    clear()
    const id = toasts.show({ text, tone })
    clear = () => toasts.dismiss(id)
  }, [about, text, tone, toasts])
  return <ToastRegion toasts={toasts} />
}
