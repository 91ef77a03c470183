import { errorDetails } from '@stoa/store'
import { Banner, Button, LockIcon, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { SecondFactorForm, type SecondFactorProof } from '../second-factor/second-factor-form.tsx'
import { SignUpForm, type SignUpFormProps } from '../sign-up/sign-up-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { MailSent } from './mail-sent.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { providersFirst, providersOf, type SignInWays } from './sign-in-methods.ts'
import { type SecondFactorRequest, type SignInStep, secondFactorOf } from './sign-in-step.ts'
import { useSignInAction } from './use-sign-in-action.ts'

/** Actions of the sign-in methods. Each rejects with the error to show. Missing ones aren't offered. */
export interface SignInActions {
  signIn: (credentials: { login: string; password: string }) => Promise<unknown>
  /** Sends the confirmation of an unconfirmed address again. */
  confirmAgain?: (credentials: { login: string; password: string }) => Promise<unknown>
  signUp: SignUpFormProps['onSignUp']
  mail?: {
    /** Sends a link with a code. */
    request: (email: string) => Promise<unknown>
    confirm: (proof: { email: string; code: string }) => Promise<unknown>
  }
  /** Sends a link for setting a new password. */
  requestReset?: (email: string) => Promise<unknown>
  /** Called in the click handler. Opens a window or navigates. */
  openProvider?: (id: string) => Promise<unknown>
  /** Navigates to a provider in this window, after a window was blocked. Default: not offered. */
  leaveForProvider?: (id: string) => void
  secondFactor?: (request: SecondFactorRequest, proof: SecondFactorProof) => Promise<unknown>
  passkey?: {
    /** Asks the device. */
    signIn: () => Promise<unknown>
    /** Waits for a passkey picked from the browser's autofill. The signal cancels it. Default: not available. */
    autofill?: ((signal: AbortSignal) => Promise<unknown>) | undefined
  }
}

/** Props of `SignIn`. */
export interface SignInProps {
  ways: SignInWays
  actions: SignInActions
  /** The current step. Store it outside this component, since the heading depends on it. */
  step: SignInStep
  onStep: (step: SignInStep) => void
  /** Field values to keep between steps. */
  kept: KeptFields
  onKeep: (fields: KeptFields) => void
  /** Addresses shown below the sign-up form. Default: none. */
  terms?: string | null | undefined
  privacy?: string | null | undefined
}

/** Field values kept between steps and while a dialog is closed; never a password. */
export interface KeptFields {
  login: string
  username: string
  email: string
}

/** All sign-in methods of a domain, step by step. */
export function SignIn(props: SignInProps) {
  const { step } = props
  const ref = useRef<HTMLDivElement>(null)
  // A page that starts with the second factor replaces the one with the pressed button.
  const lastStep = useRef(step.name === 'secondFactor' ? '' : step.name)
  useEffect(() => {
    if (lastStep.current === step.name) return
    lastStep.current = step.name
    // The pressed button may be gone. Focus the field or button that replaced it.
    ref.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [step.name])
  return (
    <div ref={ref}>
      <Step {...props} />
    </div>
  )
}

function Step(props: SignInProps) {
  const { actions, step, onStep, kept, onKeep, terms, privacy } = props
  const toStart = () => onStep({ name: 'signIn' })
  /** Errors that require a second factor lead to that step. */
  const through =
    <Input,>(action: (input: Input) => Promise<unknown>) =>
    async (input: Input) => {
      try {
        return await action(input)
      } catch (error) {
        const request = secondFactorOf(error)
        if (!request || !actions.secondFactor) throw error
        onStep({ name: 'secondFactor', request })
      }
    }
  switch (step.name) {
    case 'signIn':
      return <Start {...props} through={through} />
    case 'signUp':
      return (
        <SignUpForm
          onSignUp={through(actions.signUp)}
          initial={{ username: kept.username, email: kept.email }}
          onKeep={(fields) => onKeep({ ...kept, ...fields })}
          terms={terms}
          privacy={privacy}
        />
      )
    case 'mailSent':
      return (
        actions.mail && (
          <MailSent
            email={step.email}
            onCode={through(actions.mail.confirm)}
            onResend={actions.mail.request}
            onBack={toStart}
          />
        )
      )
    case 'forgot':
      return <Forgot {...props} onBack={toStart} />
    case 'forgotSent':
      return <ForgotSent email={step.email} onBack={toStart} />
    case 'secondFactor':
      return (
        <SecondFactorForm
          request={step.request}
          onProof={async (proof) => actions.secondFactor?.(step.request, proof)}
          onBack={toStart}
        />
      )
  }
}

type Through = <Input>(action: (input: Input) => Promise<unknown>) => (input: Input) => Promise<unknown>

function Start({ ways, actions, step, onStep, kept, onKeep, through }: SignInProps & { through: Through }) {
  const t = useTranslate(loginMessages)
  const came = step.name === 'signIn' ? step.problem : undefined
  const { busy, alert, error, run } = useSignInAction({ begins: came })
  const [running, setRunning] = useState('')
  const { mail, requestReset, openProvider, leaveForProvider } = actions
  const isBlocked = errorDetails(error).code === 'POPUP_BLOCKED' && leaveForProvider !== undefined
  const passkey = ways.ids.includes('passkey') ? actions.passkey : undefined
  const byPassword = ways.ids.includes('password')
  const byMail = ways.ids.includes('emailLink') ? mail : undefined
  const providers = openProvider ? providersOf(ways) : []
  const autofillAlert = useAutofill(passkey?.autofill && through(passkey.autofill))
  const problem = alert || autofillAlert

  function begin(id: string, action: (() => Promise<unknown>) | undefined) {
    setRunning(id)
    void run(() => through(async () => action?.())(undefined))
  }

  async function send(email: string) {
    await byMail?.request(email)
    onStep({ name: 'mailSent', email })
  }

  function forget(login: string) {
    if (login.includes('@')) onKeep({ ...kept, login, email: login })
    onStep({ name: 'forgot' })
  }
  const form = (byPassword || byMail) && (
    <LoginForm
      key="form"
      onSignIn={byPassword ? through(actions.signIn) : undefined}
      onConfirmAgain={actions.confirmAgain}
      onMail={byMail && send}
      onForgot={byPassword && requestReset ? forget : undefined}
      passkeyAutofill={passkey?.autofill !== undefined}
      initialLogin={kept.login}
      onLoginChange={(login) => onKeep({ ...kept, login })}
    />
  )
  const byPasskey = passkey && (
    <Button
      icon={<LockIcon size={18} />}
      busy={busy && running === 'passkey'}
      onClick={() => begin('passkey', passkey.signIn)}
    >
      {t('login.signIn.passkey')}
    </Button>
  )
  const others = (passkey || providers.length > 0) && (
    <ProviderButtons
      key="others"
      first={byPasskey}
      providers={providers}
      busyId={busy ? running : undefined}
      onProvider={(id) => begin(id, () => openProvider?.(id) ?? Promise.resolve())}
    />
  )
  const or = form && others && (
    <p key="or" className="stoa-login-or">
      {t(providersFirst(ways) ? 'login.signIn.orElse' : 'login.signIn.or')}
    </p>
  )
  return (
    <div className="stoa-login">
      {problem && (
        <Banner
          tone="danger"
          action={
            isBlocked && (
              <Button size="s" onClick={() => leaveForProvider(running)}>
                {t('login.signIn.here')}
              </Button>
            )
          }
        >
          {problem}
        </Banner>
      )}
      {providersFirst(ways) ? [others, or, form] : [form, or, others]}
    </div>
  )
}

/** Offers passkeys in the form's first field. Returns the text of the error if one of them fails. */
function useAutofill(autofill: ((signal: AbortSignal) => Promise<unknown>) | undefined): string {
  const { alert, run } = useSignInAction()
  const [offer] = useState(() => autofill && ((signal: AbortSignal) => run(() => autofill(signal))))
  useEffect(() => {
    const controller = new AbortController()
    void offer?.(controller.signal)
    return () => controller.abort()
  }, [offer])
  return alert
}

function Forgot({ actions, kept, onStep, onBack }: SignInProps & { onBack: () => void }) {
  const t = useTranslate(loginMessages)
  return (
    <div className="stoa-login">
      <ForgotForm
        initialEmail={kept.email}
        onReset={async (email) => {
          await actions.requestReset?.(email)
          onStep({ name: 'forgotSent', email })
        }}
      />
      <div className="stoa-login-row">
        <Button variant="quiet" size="s" onClick={onBack}>
          {t('login.forgot.back')}
        </Button>
      </div>
    </div>
  )
}

function ForgotSent({ email, onBack }: { email: string; onBack: () => void }) {
  const t = useTranslate(loginMessages)
  return (
    <div className="stoa-login">
      <p role="status">
        {t.rich('login.forgotSent.text', { email: <bdi className="stoa-login-address">{email}</bdi> })}
      </p>
      <Button onClick={onBack}>{t('login.forgot.back')}</Button>
    </div>
  )
}
