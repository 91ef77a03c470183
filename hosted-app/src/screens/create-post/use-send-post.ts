import { StoaError } from '@stoa/client'
import type { CallInput, Post } from '@stoa/contract'
import { alertFor, alertMessages } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'

/** Sends a new or changed post, and puts a refusal into words. The same content keeps its key, so that trying again can't post twice. */
export function useSendPost() {
  const stoa = useStoa()
  const tAlert = useTranslate(alertMessages)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState('')
  const last = useRef({ body: '', key: '' })

  async function send(input: CallInput<'postCreate'>, postId: string | undefined): Promise<Post | null> {
    if (busy) return null
    const body = JSON.stringify([input, postId])
    if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() }
    setBusy(true)
    setAlert('')
    try {
      const options = { idempotencyKey: last.current.key }
      const { post } = postId
        ? await stoa.client.call('postEdit', { ...input, postId }, options)
        : await stoa.client.call('postCreate', input, options)
      return post
    } catch (error) {
      const told = alertFor(error)
      setAlert(
        told ? tAlert(told.key, { message: error instanceof StoaError ? wordsOf(error) : told.values.message }) : '',
      )
      return null
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
