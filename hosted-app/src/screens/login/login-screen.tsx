import { isOwnPath } from '@stoa/contract'
import { LoginForm, SignUpForm } from '@stoa/login'
import { useViewer } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { messages } from '../../messages.ts'
import { loginPath, signUpPath } from '../../paths.ts'
import { useSignIn } from '../../use-sign-in.ts'

/** `/bbs/login?next=`: signing in, then on to where the reader came from. */
export function LoginScreen() {
  const t = useTranslate(messages)
  const { signIn } = useSignIn()
  const next = useNext()
  return (
    <LoginPage title={t('app.login')} aside={<a href={signUpPath(next)}>{t('login.toSignUp')}</a>}>
      <LoginForm onSignIn={signIn} />
    </LoginPage>
  )
}

/** `/bbs/singup`: making an account. */
export function SignUpScreen() {
  const t = useTranslate(messages)
  const { signUp } = useSignIn()
  const next = useNext()
  return (
    <LoginPage title={t('app.signUp')} aside={<a href={loginPath(next)}>{t('login.toSignIn')}</a>}>
      <SignUpForm onSignUp={signUp} />
    </LoginPage>
  )
}

function LoginPage({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const next = useNext()
  useEffect(() => {
    if (viewer) void navigate(next, { replace: true })
  }, [viewer, navigate, next])
  return (
    <section className="stoa-app-login">
      <h1>{title}</h1>
      {children}
      <p className="stoa-app-login-aside">{aside}</p>
    </section>
  )
}

/** Where to go afterwards: only to a path of this forum. */
function useNext(): string {
  const [search] = useSearchParams()
  const next = search.get('next') ?? '/'
  return isOwnPath(next) ? next : '/'
}
