import { errorCode, readReferral } from '@stoa/client'
import type { CallOutput } from '@stoa/contract'
import { type SignInStep, secondFactorOf } from '@stoa/login'
import { alertMessages, alertText } from '@stoa/store'
import { ButtonLink, translatable, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { loginPath } from '../../paths.ts'
import { ownPath, SignInPage } from '../login/login-screen.tsx'
import { LinkPress } from './link-confirmation.tsx'
import { emailLinkMessages } from './messages.ts'
import { useHash } from './use-hash.ts'

/** `/bbs/email-sign-in`: target of mailed links, to sign in (`#token=`) or to confirm an address (`#confirm=`). */
export function EmailSignInScreen() {
  const t = useTranslate(emailLinkMessages)
  const fields = useHash()
  const token = fields?.get('token')
  const confirm = fields?.get('confirm')
  if (fields && !token && !confirm) {
    const action = <ButtonLink href={loginPath('/')}>{t('emailLink.again')}</ButtonLink>
    return <MessagePage title={t('emailLink.missing.title')} text={t('emailLink.missing.text')} action={action} />
  }
  // A key per link, so that one's result doesn't show for another.
  if (confirm) return <ConfirmAddress key={confirm} token={confirm} />
  return <SignInByLink key={token ?? ''} token={token ?? null} next={ownPath(fields?.get('next') ?? null)} />
}

function SignInByLink({ token, next }: { token: string | null; next: string }) {
  const t = useTranslate(emailLinkMessages)
  const { stoa, session } = useHostedApp()
  const navigate = useNavigate()
  const explain = useExplanation()
  const [step, setStep] = useState<SignInStep | null>(null)

  async function signIn(secret: string) {
    try {
      const response = await stoa.client.call('authEmailLinkConfirm', { token: secret, ...readReferral() })
      session?.adopt(response)
      await navigate(next, { replace: true })
    } catch (error) {
      const request = secondFactorOf(error)
      if (!request) throw error
      setStep({ name: 'secondFactor', request })
    }
  }
  if (step) {
    const onSignedIn = async () => navigate(next, { replace: true })
    return <SignInPage first={step} next={next} onSignedIn={onSignedIn} />
  }
  return (
    <LinkPress
      kind="signIn"
      onPress={token === null ? null : () => signIn(token)}
      explain={explain}
      again={{ href: loginPath(next), text: t('emailLink.again') }}
    />
  )
}

function ConfirmAddress({ token }: { token: string }) {
  const t = useTranslate(emailLinkMessages)
  const { stoa } = useHostedApp()
  const explain = useExplanation()
  const [result, setResult] = useState<CallOutput<'userEmailConfirm'> | null>(null)
  const [isForeign, setForeign] = useState(false)

  async function confirm() {
    try {
      setResult(await stoa.client.call('userEmailConfirm', { token }))
    } catch (error) {
      // The link stays valid: it can be pressed again after signing in.
      if (errorCode(error) !== 'CONFIRM_SIGNED_IN') throw error
      setForeign(true)
    }
  }
  if (result) {
    const outcome = result.confirmed ? 'confirmed' : 'half'
    const action = <ButtonLink href="/">{t('emailLink.goOn')}</ButtonLink>
    const text = t(`emailLink.${outcome}.text`, { email: result.email })
    return <MessagePage title={t(`emailLink.${outcome}.title`)} text={text} action={action} />
  }
  if (isForeign) {
    const again = async () => setForeign(false)
    return <SignInPage first={{ name: 'signIn' }} next="/" notice={t('emailLink.confirm.signIn')} onSignedIn={again} />
  }
  return (
    <LinkPress
      kind="confirm"
      onPress={confirm}
      explain={explain}
      again={{ href: '/bbs/my-account/settings/security', text: t('emailLink.toSettings') }}
    />
  )
}

/** The text for an error; empty for an invalid link. */
function useExplanation(): (error: unknown) => string {
  const tAlert = useTranslate(alertMessages)
  return (error) => {
    if (errorCode(error) === 'LINK_INVALID') return ''
    return alertText(error, { t: tAlert }) || String(error)
  }
}

/** A page with one message and a link. */
function MessagePage({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <section className="stoa-app-login">
      <h1>{title}</h1>
      <div className="stoa-login">
        <p role="status">{translatable(text)}</p>
        {action}
      </div>
    </section>
  )
}
