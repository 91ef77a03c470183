import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '@stoa/contract'
import { Banner, Button, Checkbox, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { loginMessages } from './messages.ts'
import { useLoginAttempt } from './use-login-attempt.ts'

/** Props of `LoginForm`. */
export interface LoginFormProps {
  /** Signs in; rejects with the error to explain. */
  onSignIn: (credentials: { login: string; password: string }) => Promise<unknown>
  /** What stands in the first field. Default: empty. */
  initialLogin?: string | undefined
  /** Hears what stands in the first field, so that it can be kept. Default: nobody does. */
  onLoginChange?: ((login: string) => void) | undefined
}

/** Signing in with username or e-mail and password. A refusal keeps all that was typed. */
export function LoginForm({ onSignIn, initialLogin = '', onLoginChange }: LoginFormProps) {
  const t = useTranslate(loginMessages)
  const { busy, alert, attempt } = useLoginAttempt()
  const [login, setLogin] = useState(initialLogin)
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [tried, setTried] = useState(false)
  const loginField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const missing = (value: string) => (tried && value.trim() === '' ? t('login.error.required') : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (busy) return
    if (login.trim() === '') loginField.current?.focus()
    else if (password === '') passwordField.current?.focus()
    else void attempt(() => onSignIn({ login: login.trim(), password }))
  }
  return (
    <form className="stoa-login" aria-label={t('login.signIn.title')} noValidate onSubmit={submit}>
      {alert && <Banner tone="danger">{alert}</Banner>}
      <TextField
        ref={loginField}
        name="username"
        label={t('login.signIn.login')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX_LENGTH}
        value={login}
        error={missing(login)}
        onChange={(event) => {
          setLogin(event.currentTarget.value)
          onLoginChange?.(event.currentTarget.value)
        }}
      />
      <TextField
        ref={passwordField}
        name="password"
        type={shown ? 'text' : 'password'}
        label={t('login.password')}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={PASSWORD_MAX_LENGTH}
        value={password}
        error={missing(password)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Checkbox
        label={t('login.password.show')}
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('login.signIn.submit')}
      </Button>
    </form>
  )
}
