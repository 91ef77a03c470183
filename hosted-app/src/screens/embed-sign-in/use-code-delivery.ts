import { errorCode } from '@stoa/client'
import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import type { EmbedSignInData } from './embed-sign-in-loader.ts'
import type { embedSignInMessages } from './messages.ts'

/** Gets a one-time code for the requesting site and sends it to the opener, restricted to its origin. */
export function useCodeDelivery() {
  const { origin, state, challenge } = useLoaderData() as EmbedSignInData
  const { stoa } = useHostedApp()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<keyof typeof embedSignInMessages | null>(null)
  const isSent = useRef(false)

  async function send(): Promise<void> {
    if (isSent.current) return
    const opener: Window | null = window.opener
    if (!opener) {
      setProblem('siteSignIn.lost')
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      const { code } = await stoa.client.call('authEmbedAuthorize', { origin, codeChallenge: challenge })
      isSent.current = true
      opener.postMessage({ type: 'stoa:sign-in', state, code }, origin)
      window.close()
    } catch (error) {
      setProblem(errorCode(error) === 'ORIGIN_NOT_REGISTERED' ? 'siteSignIn.notRegistered' : 'siteSignIn.failed')
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, problem }
}
