import { Button, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { loginMessages } from '../messages.ts'
import type { KeptFields } from './sign-in.tsx'
import type { SignInWays } from './sign-in-methods.ts'
import type { SignInStep } from './sign-in-step.ts'

/** Initial state of signing in. */
export interface SignInStart {
  ways: SignInWays
  /** Default `{ name: 'signIn' }`. */
  step?: SignInStep | undefined
}

/**
 * State of signing in, for a dialog or a page: the props of `SignIn`, the heading, and the link to sign-up and back.
 */
export function useSignInSteps({ ways, step: first = { name: 'signIn' } }: SignInStart): {
  title: string
  steps: {
    step: SignInStep
    onStep: (step: SignInStep) => void
    kept: KeptFields
    onKeep: (fields: KeptFields) => void
  }
  aside: ReactNode
} {
  const t = useTranslate(loginMessages)
  const [step, setStep] = useState(first)
  const [fields, setFields] = useState<KeptFields>({ login: '', username: '', email: '' })

  function toSignUp() {
    const { login } = fields
    setFields(login.includes('@') ? { ...fields, email: login } : { ...fields, username: login || fields.username })
    setStep({ name: 'signUp' })
  }

  function toSignIn() {
    setFields({ ...fields, login: fields.email || fields.username || fields.login })
    setStep({ name: 'signIn' })
  }
  const isNew = step.name === 'signUp'
  // Without passwords a mailed link or a provider creates the account.
  const mayChange = ways.ids.includes('password') && (isNew || step.name === 'signIn')
  const aside = mayChange && (
    <p className="stoa-login-switch">
      {`${t(isNew ? 'login.signUp.old' : 'login.signIn.new')} `}
      <Button variant="quiet" size="s" onClick={isNew ? toSignIn : toSignUp}>
        {t(isNew ? 'login.signUp.toSignIn' : 'login.signIn.toSignUp')}
      </Button>
    </p>
  )
  return {
    title: t(`login.${step.name}.title`),
    steps: { step, onStep: setStep, kept: fields, onKeep: setFields },
    aside,
  }
}
