import { EMAIL, EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { Banner, Button, Checkbox, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loginMessages } from '../messages.ts'
import { useSignInAction } from './use-sign-in-action.ts'

/** Props of `LoginForm`. */
export interface LoginFormProps {
  /** Signs in with a password. Rejects with the error to show. Default: no password field. */
  onSignIn?: ((credentials: { login: string; password: string }) => Promise<unknown>) | undefined
  /** Sends the confirmation of an unconfirmed address again. Rejects with the error to show. Default: not offered. */
  onConfirmAgain?: ((credentials: { login: string; password: string }) => Promise<unknown>) | undefined
  /** Sends a link. Rejects with the error to show. Default: not offered. */
  onMail?: ((email: string) => Promise<unknown>) | undefined
  /** Called to reset a forgotten password. Default: not offered. */
  onForgot?: ((login: string) => void) | undefined
  /** Offers passkeys in the first field's autofill. Default false. */
  passkeyAutofill?: boolean | undefined
  /** Initial value of the first field. Default: empty. */
  initialLogin?: string | undefined
  /** Called with the first field's value, to keep it. */
  onLoginChange?: ((login: string) => void) | undefined
}

/** Only a confirmed address signs in. */
const ADDRESS_WORDS = { INVALID_CREDENTIALS: 'login.error.credentialsByAddress' } as const

/** Sign-in with a name or address: by password, or by a mailed link. After an error the input stays. */
export function LoginForm(props: LoginFormProps) {
  const { onSignIn, onConfirmAgain, onMail, onForgot, passkeyAutofill, initialLogin = '', onLoginChange } = props
  const t = useTranslate(loginMessages)
  const [refused, setRefused] = useState({ login: '', password: '' })
  const { busy, alert, error, run } = useSignInAction({ words: refused.login.includes('@') ? ADDRESS_WORDS : {} })
  const again = useSignInAction()
  const mail = useSignInAction()
  const [login, setLogin] = useState(initialLogin)
  const [password, setPassword] = useState('')
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const [lastAttempt, setLastAttempt] = useState<'password' | 'mail' | 'confirmAgain' | null>(null)
  const loginField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  // Typed before hydration: the fields contain it, the state doesn't yet.
  useEffect(() => {
    const early = loginField.current?.value
    if (early) setLogin(early)
    setPassword((current) => passwordField.current?.value || current)
  }, [])
  const name = login.trim()
  const isAddress = EMAIL.test(name)
  const autoComplete = onSignIn ? 'username' : 'email'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!onSignIn) return send()
    setLastAttempt('password')
    if (busy || mail.busy) return
    if (name === '') loginField.current?.focus()
    else if (password === '') passwordField.current?.focus()
    else {
      setRefused({ login: name, password })
      void run(() => onSignIn({ login: name, password }))
    }
  }

  function confirmAgain() {
    setLastAttempt('confirmAgain')
    void again.run(async () => onConfirmAgain?.(refused))
  }

  function send() {
    setLastAttempt('mail')
    if (busy || mail.busy) return
    if (isAddress) void mail.run(async () => onMail?.(name))
    else loginField.current?.focus()
  }

  function loginError(): string | undefined {
    if (lastAttempt === 'mail' && !isAddress) return t('login.error.email')
    return lastAttempt === 'password' && name === '' ? t('login.error.login') : undefined
  }
  const isSentAgain = lastAttempt === 'confirmAgain' && !again.busy && again.alert === ''
  const attempted = { mail: mail.alert, confirmAgain: again.alert, password: alert }[lastAttempt ?? 'password']
  const problem = isSentAgain ? '' : attempted || alert || mail.alert
  const isStorm = alert !== '' && errorDetails(error).isStorm
  const byMail = (
    <Button size="s" busy={mail.busy} onClick={send}>
      {t('login.signIn.mail')}
    </Button>
  )
  const isUnconfirmed = errorDetails(error).code === 'EMAIL_UNCONFIRMED'
  const byAgain = (
    <Button size="s" busy={again.busy} onClick={confirmAgain}>
      {t('login.error.unconfirmed.again')}
    </Button>
  )
  const noPassword = t(onMail && isAddress ? 'login.error.passwordOrMail' : 'login.error.noPassword')
  return (
    <form method="post" className="stoa-login" aria-label={t('login.signIn.title')} noValidate onSubmit={submit}>
      {isSentAgain && <Banner>{t('login.error.unconfirmed.sentAgain')}</Banner>}
      {problem && (
        <Banner tone="danger" action={(isStorm && onMail && byMail) || (isUnconfirmed && onConfirmAgain && byAgain)}>
          {problem}
        </Banner>
      )}
      <TextField
        ref={loginField}
        name="username"
        type={onSignIn ? undefined : 'email'}
        label={t(onSignIn ? 'login.signIn.login' : 'login.signIn.email')}
        autoComplete={passkeyAutofill ? `${autoComplete} webauthn` : autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX_LENGTH}
        value={login}
        error={loginError()}
        onChange={(event) => {
          setLogin(event.currentTarget.value)
          onLoginChange?.(event.currentTarget.value)
        }}
      />
      {onSignIn && (
        <>
          <TextField
            ref={passwordField}
            name="password"
            type={isPasswordVisible ? 'text' : 'password'}
            label={t('login.password')}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={PASSWORD_MAX_LENGTH}
            value={password}
            error={lastAttempt === 'password' && password === '' ? noPassword : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div className="stoa-login-beside">
            <Checkbox
              label={t('login.password.show')}
              checked={isPasswordVisible}
              onChange={(event) => setPasswordVisible(event.currentTarget.checked)}
            />
            {onForgot && (
              <Button variant="quiet" size="s" className="stoa-login-forgot" onClick={() => onForgot(name)}>
                {t('login.signIn.forgot')}
              </Button>
            )}
          </div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('login.signIn.submit')}
          </Button>
        </>
      )}
      {onMail && (
        <Button
          type={onSignIn ? 'button' : 'submit'}
          variant={onSignIn ? 'secondary' : 'primary'}
          busy={mail.busy}
          onClick={onSignIn ? send : undefined}
        >
          {t('login.signIn.mail')}
        </Button>
      )}
    </form>
  )
}
