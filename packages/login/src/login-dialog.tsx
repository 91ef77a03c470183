import { Button, Dialog, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { LoginForm, type LoginFormProps } from './login-form.tsx'
import { loginMessages } from './messages.ts'
import { SignUpForm, type SignUpFormProps } from './sign-up-form.tsx'

/** Props of `LoginDialog`. */
export interface LoginDialogProps extends Pick<LoginFormProps, 'onSignIn'>, Pick<SignUpFormProps, 'onSignUp'> {
  /** Whether it is shown; the names typed into it are kept while it is not. */
  open: boolean
  /** Called when the person wants out. */
  onClose: () => void
  /** What it begins with. Default `signIn`. */
  initialMode?: 'signIn' | 'signUp' | undefined
}

/** Signing in or signing up without leaving the page; switching between them keeps the e-mail address. */
export function LoginDialog({ open, onClose, onSignIn, onSignUp, initialMode = 'signIn' }: LoginDialogProps) {
  const t = useTranslate(loginMessages)
  const [mode, setMode] = useState(initialMode)
  const [login, setLogin] = useState('')
  const [account, setAccount] = useState({ username: '', email: '' })

  function toSignUp() {
    setAccount(login.includes('@') ? { ...account, email: login } : { ...account, username: login || account.username })
    setMode('signUp')
  }

  function toSignIn() {
    setLogin(account.email || account.username || login)
    setMode('signIn')
  }
  return (
    <Dialog open={open} onClose={onClose} title={t(`login.${mode}.title`)}>
      {mode === 'signIn' ? (
        <LoginForm onSignIn={onSignIn} initialLogin={login} onLoginChange={setLogin} />
      ) : (
        <SignUpForm onSignUp={onSignUp} initial={account} onKeep={setAccount} />
      )}
      <p className="stoa-login-switch">
        {`${t(mode === 'signIn' ? 'login.signIn.new' : 'login.signUp.old')} `}
        <Button variant="quiet" size="s" onClick={mode === 'signIn' ? toSignUp : toSignIn}>
          {t(mode === 'signIn' ? 'login.signIn.toSignUp' : 'login.signUp.toSignIn')}
        </Button>
      </p>
    </Dialog>
  )
}
