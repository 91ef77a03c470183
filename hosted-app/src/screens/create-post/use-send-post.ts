import { StoaError } from '@stoa/client'
import type { Post } from '@stoa/contract'
import { alertFor, alertMessages, type WrittenPost } from '@stoa/store'
import { useActions } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'

/** Sends a new or changed post, and puts a refusal into words. Where signing in or joining is asked for first, `onSaved` comes after that. */
export function useSendPost(onSaved: (post: Post) => void) {
  const { savePost } = useActions()
  const tAlert = useTranslate(alertMessages)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState('')

  async function send(written: Omit<WrittenPost, 'onSaved'>): Promise<void> {
    if (busy) return
    setBusy(true)
    setAlert('')
    try {
      await savePost({ ...written, onSaved })
    } catch (error) {
      const told = alertFor(error)
      const message = error instanceof StoaError ? wordsOf(error) : (told?.values.message ?? '')
      setAlert(told ? tAlert(told.key, { message }) : '')
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, alert }
}

/** A refused field is named with the server's own words. */
function wordsOf({ message, details }: StoaError): string {
  return Array.isArray(details) ? [message, ...details.map((issue) => issue.message)].join(' ') : message
}
