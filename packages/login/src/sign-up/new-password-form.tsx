import { PASSWORD, PASSWORD_MAX_LENGTH } from '@stoa/contract'
import { Banner, Button, Checkbox, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { useSignInAction } from '../sign-in/use-sign-in-action.ts'

/** Props of `NewPasswordForm`. */
export interface NewPasswordFormProps {
  /** Sets the password. Rejects with the error to show. */
  onPassword: (password: string) => Promise<unknown>
  /** Text above the fields. Default: says that all other sessions end. */
  text?: string | undefined
}

/** A form for choosing a password, entered twice, with the same rules as at sign-up. */
export function NewPasswordForm({ onPassword, text }: NewPasswordFormProps) {
  const t = useTranslate(loginMessages)
  const { busy, alert, run } = useSignInAction()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const [hasTried, setTried] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const confirmField = useRef<HTMLInputElement>(null)
  const isGood = PASSWORD.test(password)
  const type = isPasswordVisible ? 'text' : 'password'
  const common = {
    type,
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: PASSWORD_MAX_LENGTH,
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy) return
    if (!isGood) passwordField.current?.focus()
    else if (confirm !== password) confirmField.current?.focus()
    else void run(() => onPassword(password))
  }
  return (
    <form method="post" className="stoa-login" aria-label={t('login.newPassword.title')} noValidate onSubmit={submit}>
      <p>{text ?? t('login.newPassword.text')}</p>
      {alert && <Banner tone="danger">{alert}</Banner>}
      <TextField
        {...common}
        ref={passwordField}
        name="password"
        label={t('login.password')}
        hint={t('login.signUp.password.hint')}
        value={password}
        error={hasTried && !isGood ? t('login.error.password') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextField
        {...common}
        ref={confirmField}
        name="confirm"
        label={t('login.signUp.confirm')}
        value={confirm}
        error={hasTried && confirm !== password ? t('login.error.confirm') : undefined}
        onChange={(event) => setConfirm(event.currentTarget.value)}
      />
      <Checkbox
        label={t('login.password.show')}
        checked={isPasswordVisible}
        onChange={(event) => setPasswordVisible(event.currentTarget.checked)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('login.newPassword.submit')}
      </Button>
    </form>
  )
}
