import { SignIn, secondFactorOfHash, useSignInSteps } from '@stoa/login'
import { useViewer } from '@stoa/store/react'
import { Avatar, Banner, Button, Spinner, useTranslate, Written } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router'
import { signInMethods, useHostedApp } from '../../hosted-app.ts'
import { DemoAccounts } from '../login/demo-accounts.tsx'
import { useArrival } from '../login/use-redirect-session.ts'
import { leaveForProvider, useSignInActions } from '../login/use-sign-in-actions.ts'
import type { EmbedSignInData } from './embed-sign-in-loader.ts'
import { embedSignInMessages } from './messages.ts'
import { forgetPress, rememberPress, wasPressed } from './press-record.ts'
import { useCodeDelivery } from './use-code-delivery.ts'

/** The window opened by a widget: signs in here, then sends a one-time code to exactly the requesting page. */
export function EmbedSignInScreen() {
  const t = useTranslate(embedSignInMessages)
  const { origin, state, about, purpose } = useLoaderData() as EmbedSignInData
  const { config } = useHostedApp()
  const viewer = useViewer()
  const arrival = useArrival()
  const { send, busy, problem } = useCodeDelivery()
  const deliver = useRef(send)
  useEffect(() => {
    deliver.current = send
  })
  const isBack = viewer !== null && viewer !== undefined && arrival.state === 'done'
  useEffect(() => {
    if (!isBack || !wasPressed(state)) return
    forgetPress()
    void deliver.current()
  }, [isBack, state])
  const host = siteHost(origin)
  if (host === null) return <Banner tone="danger">{t('siteSignIn.badRequest')}</Banner>
  const site = about?.site.name ?? host
  const forum = about?.community?.title ?? config.domainDisplayName
  return (
    <main className="stoa-app-main stoa-app-login">
      <header className="stoa-app-site">
        {about && (
          <p className="stoa-app-site-marks">
            <Avatar name={site} src={about.site.iconUrl} shape="square" />
            {about.community && (
              <Avatar name={about.community.title} src={about.community.logoImageURI} shape="square" />
            )}
          </p>
        )}
        <h1>{t.rich(titleOf(purpose), { site: <bdi>{site}</bdi> })}</h1>
        <p className="stoa-app-muted" dir="ltr">
          {host}
        </p>
      </header>
      {problem && <Banner tone="danger">{t(problem)}</Banner>}
      {arrival.state === 'arriving' && <Spinner label={t('app.loading')} />}
      {viewer && arrival.state !== 'arriving' && (
        <div className="stoa-app-consent">
          <p>{t('siteSignIn.explain', { site })}</p>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {t('siteSignIn.continue', { name: viewer.displayName })}
          </Button>
        </div>
      )}
      {viewer === null && arrival.state === 'none' && (
        <>
          <p>
            {t.rich('siteSignIn.text', {
              forum: (
                <b>
                  <Written>{forum}</Written>
                </b>
              ),
              purpose,
            })}
          </p>
          <SignInForms problem={arrival.problem} onSignedIn={send} />
        </>
      )}
    </main>
  )
}

/** All sign-in methods in this window, to which providers return. */
function SignInForms({
  problem,
  onSignedIn,
}: {
  problem: ReturnType<typeof useArrival>['problem']
  onSignedIn: () => Promise<void>
}) {
  const { config } = useHostedApp()
  const { state } = useLoaderData() as EmbedSignInData
  const methods = signInMethods(config)
  const actions = useSignInActions({
    // Signing in for this site also allows it.
    onSignedIn,
    open(id) {
      rememberPress(state)
      return leaveForProvider(id, backHere())
    },
  })
  const { steps, aside } = useSignInSteps({ ways: methods, step: { name: 'signIn', problem } })
  const { onStep } = steps
  useEffect(() => {
    const request = secondFactorOfHash(window.location.hash)
    if (request) onStep({ name: 'secondFactor', request })
  }, [onStep])
  return (
    <>
      {config.demo && steps.step.name === 'signIn' && (
        <DemoAccounts demo={config.demo} isFirst onSignIn={actions.signIn} />
      )}
      <SignIn {...steps} ways={methods} actions={actions} terms={config.termsLink} privacy={config.privacyLink} />
      {aside}
    </>
  )
}

/** This window's address, to return to with a session. */
function backHere(): string {
  const { pathname, searchParams } = new URL(window.location.href)
  for (const name of ['error', 'retryAfterMs']) searchParams.delete(name)
  searchParams.set('signedIn', '1')
  return `${pathname}?${searchParams}`
}

/** The heading for what signing in is for; a general one for anything unknown. */
function titleOf(purpose: string): keyof typeof embedSignInMessages {
  const key = `siteSignIn.for.${purpose}`
  return Object.hasOwn(embedSignInMessages, key) ? (key as keyof typeof embedSignInMessages) : 'siteSignIn.title'
}

/** The site's host; null if it isn't an origin. */
function siteHost(origin: string): string | null {
  try {
    const url = new URL(origin)
    return url.origin === origin ? url.host : null
  } catch {
    return null
  }
}
