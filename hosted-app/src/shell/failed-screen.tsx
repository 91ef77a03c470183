import { useViewer } from '@stoa/store/react'
import { Button, EmptyState, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { messages } from '../messages.ts'
import { NotFound } from './not-found.tsx'

/** Stands where a screen could not be loaded: not there, or a failure that another try may mend. */
export function FailedScreen() {
  const t = useTranslate(messages)
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const isMissing = typeof error === 'object' && error !== null && 'status' in error && error.status === 404
  const viewer = useViewer()
  useEffect(() => {
    // What a visitor may not see the signed-in reader may: an own draft, a post that waits for approval.
    if (isMissing && viewer) void revalidate()
  }, [isMissing, viewer, revalidate])
  if (isMissing) return <NotFound />
  return (
    <EmptyState
      title={t('error.failed.title')}
      action={
        <Button variant="primary" busy={state === 'loading'} onClick={() => void revalidate()}>
          {t('error.failed.retry')}
        </Button>
      }
    >
      {t('error.failed.text')}
    </EmptyState>
  )
}
