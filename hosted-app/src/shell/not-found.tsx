import { useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, useTranslate } from '@stoa/ui'
import { useLocation } from 'react-router'
import { useHostedApp } from '../hosted-app.ts'
import { messages } from '../messages.ts'
import { loginPath } from '../paths.ts'
import { useNavigating } from './navigation.ts'
import { SearchField } from './search/search-field.tsx'

/** In place of what was deleted or hidden while it was open. Who leaves it sees nothing until the next screen. */
export function Gone() {
  return useNavigating() ? null : <NotFound />
}

/** Shown for everything missing or invisible alike, with links to continue. */
export function NotFound() {
  const t = useTranslate(messages)
  const { config } = useHostedApp()
  const { pathname, search } = useLocation()
  const viewer = useViewer()
  return (
    // A viewer who seems to be signed in sees nothing until the viewer is known: it may be their own draft.
    <div className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
      {/* In wide windows the header has it. */}
      <SearchField path={pathname + search} hasCommunities={config.enableForumPicker} />
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
