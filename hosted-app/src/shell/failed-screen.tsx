import { errorCode } from '@stoa/client'
import { useViewer } from '@stoa/store/react'
import { Button, ButtonLink, EmptyState, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { type HostedApp, useHostedApp } from '../hosted-app.ts'
import { messages } from '../messages.ts'
import { NotFound } from './not-found.tsx'
import { useOnline } from './use-online.ts'
import { useReconnect } from './use-reconnect.ts'

/** Replaces a screen that couldn't be loaded: not found, or an error with a retry. */
export function FailedScreen() {
  const t = useTranslate(messages)
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const isMissing = typeof error === 'object' && error !== null && 'status' in error && error.status === 404
  const viewer = useViewer()
  const app = useHostedApp()
  useEffect(() => {
    // A signed-in viewer may see content that visitors can't, such as their own draft or pending post.
    if (isMissing && viewer) void revalidate()
  }, [isMissing, viewer, revalidate])
  const code = errorCode(error)
  const isUnreached = code === 'NETWORK' || code === 'CODE_NOT_LOADED'
  const problem = useOnline() || !isUnreached ? 'failed' : 'offline'
  useReconnect(() => void revalidate(), isUnreached)
  useEffect(() => {
    document.title = failureTitle(app, isMissing ? 'notFound' : problem)
  }, [app, isMissing, problem])
  if (isMissing) return <NotFound />
  return (
    <EmptyState
      level={1}
      title={t(`error.${problem}.title`)}
      action={
        <div className="stoa-app-ways">
          <Button variant="primary" busy={state === 'loading'} onClick={() => void revalidate()}>
            {t('error.failed.retry')}
          </Button>
          {problem === 'offline' && (
            // The service worker's page, not a screen.
            <ButtonLink href="/offline" target="_self">
              {t('error.offline.lately')}
            </ButtonLink>
          )}
          <ButtonLink href="/">{t('error.notFound.home')}</ButtonLink>
        </div>
      }
    >
      {t(`error.${problem}.text`)}
    </EmptyState>
  )
}

/** The title of a missing or failed page. */
export function failureTitle(
  { t, config }: Pick<HostedApp, 't' | 'config'>,
  problem: 'notFound' | 'failed' | 'offline',
): string {
  return `${t(`error.${problem}.title`)} · ${config.domainDisplayName}`
}
