import { EMAIL, EMAIL_MAX_LENGTH } from '@stoa/contract'
import { Banner, Button, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { useSignInAction } from './use-sign-in-action.ts'

/** Props of `ForgotForm`. */
export interface ForgotFormProps {
  /**
   * Sends a link for setting a new password. Rejects with the error to show. The result doesn't reveal whether there is
   * an account.
   */
  onReset: (email: string) => Promise<unknown>
  /** Initial value of the field. Default: empty. */
  initialEmail?: string | undefined
}

/** Asks for the address that gets a link for setting a new password. */
export function ForgotForm({ onReset, initialEmail = '' }: ForgotFormProps) {
  const t = useTranslate(loginMessages)
  const { busy, alert, run } = useSignInAction()
  const [email, setEmail] = useState(initialEmail)
  const [hasTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const wrong = hasTried && !EMAIL.test(email.trim())

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy) return
    if (EMAIL.test(email.trim())) void run(() => onReset(email.trim()))
    else field.current?.focus()
  }
  return (
    <form className="stoa-login" aria-label={t('login.forgot.title')} noValidate onSubmit={submit}>
      <p>{t('login.forgot.text')}</p>
      {alert && <Banner tone="danger">{alert}</Banner>}
      <TextField
        ref={field}
        type="email"
        name="email"
        label={t('login.signUp.email')}
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        value={email}
        error={wrong ? t('login.error.email') : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('login.forgot.submit')}
      </Button>
    </form>
  )
}
