import { Button, EmptyState, type Lazy, type LazyState, useLazy, useTranslate } from '@stoa/ui'
import type { ComponentType } from 'react'
import { messages } from '../messages.ts'
import { ListSkeleton } from './list-parts.tsx'
import { useOnline } from './use-online.ts'
import { useReconnect } from './use-reconnect.ts'

/** Shown until a screen's code has loaded. */
export function CodeState({ failures, busy, retry }: Omit<LazyState<unknown>, 'code'>) {
  const t = useTranslate(messages)
  const failed = failures > 0
  const problem = useOnline() ? 'failed' : 'offline'
  useReconnect(retry, failed)
  if (!failed) return <ListSkeleton />
  const again = (
    <Button variant="primary" busy={busy} onClick={retry}>
      {t('error.failed.retry')}
    </Button>
  )
  return (
    <EmptyState level={1} title={t(`error.${problem}.title`)} action={again}>
      {t(`error.${problem}.text`)}
    </EmptyState>
  )
}

/** A screen that loads its own code, for a route whose first attempt failed: the router would never retry. */
export function retryingScreen(screen: Lazy<ComponentType>): ComponentType {
  return function RetryingScreen() {
    const { code: Screen, ...state } = useLazy(screen)
    return Screen ? <Screen /> : <CodeState {...state} />
  }
}
