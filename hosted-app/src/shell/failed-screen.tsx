import { errorCode } from '@stoa/client'
import { useViewer } from '@stoa/store/react'
import { Button, ButtonLink, EmptyState, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { type HostedApp, useHostedApp } from '../hosted-app.ts'
import { messages } from '../messages.ts'
import { NotFound } from './not-found.tsx'
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
  useReconnect(() => void revalidate(), code === 'NETWORK' || code === 'CODE_NOT_LOADED')
  useEffect(() => {
    document.title = failureTitle(app, isMissing)
  }, [app, isMissing])
  if (isMissing) return <NotFound />
  return (
    <EmptyState
      level={1}
      title={t('error.failed.title')}
      action={
        <div className="stoa-app-ways">
          <Button variant="primary" busy={state === 'loading'} onClick={() => void revalidate()}>
            {t('error.failed.retry')}
          </Button>
          <ButtonLink href="/">{t('error.notFound.home')}</ButtonLink>
        </div>
      }
    >
      {t('error.failed.text')}
    </EmptyState>
  )
}

/** The title of a missing or failed page. */
export function failureTitle({ t, config }: Pick<HostedApp, 't' | 'config'>, isMissing: boolean): string {
  return `${t(isMissing ? 'error.notFound.title' : 'error.failed.title')} · ${config.domainDisplayName}`
}
