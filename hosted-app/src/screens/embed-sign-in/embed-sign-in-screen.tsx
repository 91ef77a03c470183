import { errorCode } from '@stoa/client'
import { LoginForm, SignUpForm } from '@stoa/login'
import { useViewer } from '@stoa/store/react'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { messages } from '../../messages.ts'
import { useSignIn } from '../../use-sign-in.ts'
import type { EmbedSignInData } from './embed-sign-in-loader.ts'

/** The window that a widget opens: signing in here, then a one-time code to exactly the page that asked. */
export function EmbedSignInScreen() {
  const t = useTranslate(messages)
  const { origin } = useLoaderData() as EmbedSignInData
  const viewer = useViewer()
  const { signIn, signUp } = useSignIn()
  const { send, busy, problem } = useCodeDelivery()
  const [isNew, setIsNew] = useState(false)
  const site = siteName(origin)
  if (site === null) return <Banner tone="danger">{t('embed.signIn.badRequest')}</Banner>

  const then =
    <Input,>(work: (input: Input) => Promise<unknown>) =>
    async (input: Input) => {
      await work(input)
      // Signing in for this site was the press that allows it.
      await send()
    }
  return (
    <main className="stoa-app-main stoa-app-login">
      <h1>{t('embed.signIn.title', { site })}</h1>
      {problem && <Banner tone="danger">{t(problem)}</Banner>}
      {viewer && (
        <div className="stoa-app-consent">
          <p>{t('embed.signIn.explain', { site })}</p>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {t('embed.signIn.continue', { name: viewer.displayName })}
          </Button>
        </div>
      )}
      {viewer === null && (
        <>
          {isNew ? <SignUpForm onSignUp={then(signUp)} /> : <LoginForm onSignIn={then(signIn)} />}
          <p className="stoa-app-login-aside">
            <Button variant="quiet" onClick={() => setIsNew(!isNew)}>
              {t(isNew ? 'login.toSignIn' : 'login.toSignUp')}
            </Button>
          </p>
        </>
      )}
    </main>
  )
}

/** Gets a one-time code for the asking site and gives it to the window that opened this one, and to no other origin. */
function useCodeDelivery() {
  const { origin, state, challenge } = useLoaderData() as EmbedSignInData
  const { stoa } = useHostedApp()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<keyof typeof messages | null>(null)
  const isSent = useRef(false)

  async function send(): Promise<void> {
    if (isSent.current) return
    const opener: Window | null = window.opener
    if (!opener) {
      setProblem('embed.signIn.lost')
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
      setProblem(errorCode(error) === 'ORIGIN_NOT_REGISTERED' ? 'embed.signIn.notRegistered' : 'embed.signIn.failed')
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, problem }
}

/** The host that the reader knows the site by; null for what is no origin. */
function siteName(origin: string): string | null {
  try {
    const url = new URL(origin)
    return url.origin === origin ? url.host : null
  } catch {
    return null
  }
}
