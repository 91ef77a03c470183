import { useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, useTranslate } from '@stoa/ui'
import { useLocation } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'

/** What is shown for everything that is not there or may not be seen: the same, and the ways on from here. */
export function NotFound() {
  const t = useTranslate(messages)
  const { config } = useHostedApp()
  const { pathname, search } = useLocation()
  const viewer = useViewer()
  return (
    // To somebody who seems to be signed in nothing is said before it is known: it may be their own draft.
    <div className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
      <EmptyState
        level={1}
        title={t('error.notFound.title')}
        action={
          <div className="stoa-app-ways">
            <ButtonLink href="/" variant={viewer ? 'secondary' : 'primary'}>
              {t('error.notFound.home')}
            </ButtonLink>
            {config.enableForumPicker && <ButtonLink href="/bbs/picker">{t('error.notFound.communities')}</ButtonLink>}
          </div>
        }
      >
        {t('error.notFound.text')}
        {!viewer && (
          <>
            {' '}
            {t.rich('error.notFound.signIn', {
              link: <a href={loginPath(pathname + search)}>{t('app.login')}</a>,
            })}
          </>
        )}
      </EmptyState>
    </div>
  )
}
