import { isOwnPath, unmappedPath } from '@stoa/contract'
import { SignIn, type SignInStep, type SignInWays, secondFactorOfHash, useSignInSteps } from '@stoa/login'
import { useViewer } from '@stoa/store/react'
import { Banner, type BannerProps, Spinner, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { signInMethods, useHostedApp } from '../../hosted-app.ts'
import { arrivalPath, loginPath, signUpPath } from '../../paths.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { loginScreenMessages } from './messages.ts'
import { useCommunityNamed, useSignInReason } from './sign-in-reason.ts'
import { useArrival } from './use-redirect-session.ts'
import { leaveForProvider, useSignInActions } from './use-sign-in-actions.ts'

/** `/bbs/login?next=`: signs in, then returns to where the reader came from. Providers return here, too. */
export function LoginScreen() {
  const t = useTranslate(loginScreenMessages)
  const arrival = useArrival()
  const next = useNext()
  const viewer = useViewer()
  const navigate = useNavigate()
  const isHere = viewer !== null && viewer !== undefined && arrival.state !== 'arriving'
  useEffect(() => {
    if (!isHere) return
    if (arrival.isWindow) window.close()
    else void navigate(next, { replace: true })
  }, [isHere, arrival.isWindow, navigate, next])
  if (arrival.state === 'none' && !(isHere && arrival.isWindow))
    return <SignInPage first={{ name: 'signIn', problem: arrival.problem }} next={next} />
  return (
    <section className="stoa-app-login" role="status">
      {arrival.isWindow && arrival.state !== 'arriving' ? (
        // Browsers may not let a window that a provider isolated close itself.
        <p>{t('login.windowDone')}</p>
      ) : (
        <Spinner label={t('app.loading')} />
      )}
    </section>
  )
}

/** `/bbs/singup`: creates an account. */
export function SignUpScreen() {
  const next = useNext()
  const viewer = useViewer()
  const navigate = useNavigate()
  useEffect(() => {
    if (viewer) void navigate(next, { replace: true })
  }, [viewer, navigate, next])
  return <SignInPage first={{ name: 'signUp' }} next={next} />
}

/** The composer; some communities accept anonymous posts. */
const NEW_POST = /^\/bbs\/([^/?#]+)\/posts\/create$/

interface SignInPageProps {
  first: SignInStep
  next: string
  /** Why sign-in is required. Default: no notice. */
  notice?: string
  /** Tone of the notice. Default `info`. */
  noticeTone?: BannerProps['tone']
  onSignedIn?: () => Promise<unknown>
}

/** A page with all sign-in methods, starting with one step. */
export function SignInPage({ first, next, notice, noticeTone = 'info', onSignedIn }: SignInPageProps) {
  const t = useTranslate(loginScreenMessages)
  const { config } = useHostedApp()
  const methods = signInMethods(config)
  const actions = useSignInActions({
    open: (id) => leaveForProvider(id, arrivalPath(next)),
    next: () => next,
    onSignedIn,
  })
  const { title, steps } = useSignInSteps({ ways: methods, step: offered(first, methods) })
  const { step, onStep } = steps
  const reason = useSignInReason(next)
  const community = useCommunityNamed(NEW_POST.exec(unmappedPath(next))?.[1] ?? '')
  const takesAnonymous = community?.anonymousComments && !community.membersOnly
  useEffect(() => {
    const request = secondFactorOfHash(window.location.hash)
    if (request) onStep({ name: 'secondFactor', request })
  }, [onStep])
  const aside = {
    signIn: !config.setup && methods.ids.includes('password') && <a href={signUpPath(next)}>{t('login.toSignUp')}</a>,
    signUp: <a href={loginPath(next)}>{t('login.toSignIn')}</a>,
  }
  return (
    <section className="stoa-app-login">
      <h1>{(step.name === 'signIn' && reason) || title}</h1>
      {notice && <Banner tone={noticeTone}>{notice}</Banner>}
      <SignIn {...steps} ways={methods} actions={actions} terms={config.termsLink} privacy={config.privacyLink} />
      {(step.name === 'signIn' || step.name === 'signUp') && aside[step.name] && (
        <p className="stoa-app-login-aside">{aside[step.name]}</p>
      )}
      {takesAnonymous && (
        <p className="stoa-app-login-aside">
          <a href={`${next}/anonymous`}>{t('login.anonymousPost')}</a>
        </p>
      )}
      {config.demo && step.name === 'signIn' && <DemoAccounts demo={config.demo} onSignIn={actions.signIn} />}
    </section>
  )
}

/** Without passwords there are no steps to sign up with one or to reset it. */
function offered(step: SignInStep, methods: SignInWays): SignInStep {
  const needsPassword = step.name === 'signUp' || step.name === 'forgot'
  return needsPassword && !methods.ids.includes('password') ? { name: 'signIn' } : step
}

/** Where to continue: only a path of this forum. */
function useNext(): string {
  const [search] = useSearchParams()
  return ownPath(search.get('next'))
}

/** The address to continue at, or the forum's home if it isn't on this forum. */
export function ownPath(next: string | null): string {
  return next !== null && isOwnPath(next) ? next : '/'
}
