import { errorCode } from '@stoa/client'
import { SignUpForm } from '@stoa/login'
import { loadViewer } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Button, ButtonLink, Spinner, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { loginPath, SETUP_PATH } from '../../paths.ts'
import { Logo } from '../../shell/logo.tsx'
import { setupMessages } from './messages.ts'

type LinkState = 'checking' | 'valid' | 'invalid' | 'taken' | 'failed'

const STATES: Readonly<Record<string, LinkState>> = { SETUP_LINK_INVALID: 'invalid', SETUP_DONE: 'taken' }

export interface ClaimForumProps {
  /** The secret of the printed link. */
  token: string
  /** The owner is signed in. */
  onClaimed: () => void
}

/** Creates the owner's account with the link that the server printed. */
export function ClaimForum({ token, onClaimed }: ClaimForumProps) {
  const t = useTranslate(setupMessages)
  const stoa = useStoa()
  const { config, session } = useHostedApp()
  const [link, setLink] = useState<LinkState>('checking')
  const { call } = stoa.client
  const hasPasswords = config.signInProviders.includes('password')
  useEffect(() => {
    if (link !== 'checking') return
    call('setupLinkCheck', { token }).then(
      () => setLink('valid'),
      (error: unknown) => setLink(STATES[errorCode(error) ?? ''] ?? 'failed'),
    )
  }, [call, token, link])

  async function claim(account: { username: string; email: string; password: string }) {
    try {
      const signedIn = await call('setupClaim', { token, ...account })
      session?.adopt(signedIn)
    } catch (error) {
      // Another tab was faster, or the link expired meanwhile.
      const state = STATES[errorCode(error) ?? '']
      if (state === undefined) throw error
      setLink(state)
      return
    }
    await loadViewer(stoa, { force: true, withFacts: false })
    onClaimed()
  }

  return (
    <section className="stoa-setup-door stoa-setup-card">
      <p className="stoa-setup-brand">
        <Logo src={config.logoLink} />
        {config.domainDisplayName}
      </p>
      {link === 'checking' && <Spinner label={t('setup.checking')} />}
      {link === 'valid' && !hasPasswords && (
        <div className="stoa-setup-refused" role="alert">
          <h1>{t('setup.noPasswords')}</h1>
          <p className="stoa-app-muted">{t('setup.noPasswords.text')}</p>
        </div>
      )}
      {link === 'valid' && hasPasswords && (
        <>
          <h1>{t('setup.welcome')}</h1>
          <p className="stoa-app-muted">{t('setup.welcome.text')}</p>
          <SignUpForm
            submit={t('setup.claim')}
            onSignUp={claim}
            terms={config.termsLink}
            privacy={config.privacyLink}
          />
          <p className="stoa-setup-note">{t.rich('setup.terminal', { command: <code dir="ltr">stoa setup</code> })}</p>
        </>
      )}
      {(link === 'invalid' || link === 'taken' || link === 'failed') && (
        <div className="stoa-setup-refused" role="alert">
          <h1>{t(`setup.${link}`)}</h1>
          <p className="stoa-app-muted">{t(`setup.${link}.text`)}</p>
          {link === 'invalid' && (
            <pre dir="ltr">
              <code>stoa setup</code>
            </pre>
          )}
          {link === 'taken' && <ButtonLink href={loginPath(SETUP_PATH)}>{t('app.login')}</ButtonLink>}
          {link === 'failed' && <Button onClick={() => setLink('checking')}>{t('setup.retry')}</Button>}
        </div>
      )}
    </section>
  )
}
