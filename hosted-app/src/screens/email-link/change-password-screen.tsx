import { errorCode } from '@stoa/client'
import { NewPasswordForm, type SignInStep, secondFactorOf } from '@stoa/login'
import { Spinner, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { messages } from '../../messages.ts'
import { SignInPage } from '../login/login-screen.tsx'
import { emailLinkMessages } from './messages.ts'
import { useHash } from './use-hash.ts'

/**
 * `/bbs/email-change-password`: sets a new password with a mailed link (`#token=`); without one it asks where to send
 * it.
 */
export function ChangePasswordScreen() {
  const t = useTranslate(emailLinkMessages)
  const tApp = useTranslate(messages)
  const { stoa, session, toasts } = useHostedApp()
  const navigate = useNavigate()
  const token = useHash()?.get('token')
  const [isOver, setIsOver] = useState(false)
  const [step, setStep] = useState<SignInStep | null>(null)
  const toForum = async () => navigate('/', { replace: true })

  async function save(secret: string, password: string) {
    try {
      const response = await stoa.client.call('authPasswordReset', { token: secret, password })
      session?.adopt(response)
      toasts.show({ text: t('emailLink.password.changed'), tone: 'success' })
      await toForum()
    } catch (error) {
      const request = secondFactorOf(error)
      // The password is saved, and the link used up.
      if (request) setStep({ name: 'secondFactor', request })
      else if (errorCode(error) === 'LINK_INVALID') setIsOver(true)
      else throw error
    }
  }
  if (step) {
    const notice = { notice: t('emailLink.password.saved'), noticeTone: 'success' } as const
    return <SignInPage first={step} next="/" {...notice} onSignedIn={toForum} />
  }
  if (token === undefined) {
    return (
      <section className="stoa-app-login">
        <h1>{tApp('app.password')}</h1>
        <Spinner label={tApp('app.loading')} />
      </section>
    )
  }
  if (token && !isOver) {
    return (
      <section className="stoa-app-login">
        <h1>{tApp('app.password')}</h1>
        <NewPasswordForm onPassword={(password) => save(token, password)} />
      </section>
    )
  }
  return (
    <SignInPage
      first={{ name: 'forgot' }}
      next="/"
      notice={isOver ? t('emailLink.invalid.other') : ''}
      noticeTone="danger"
    />
  )
}
