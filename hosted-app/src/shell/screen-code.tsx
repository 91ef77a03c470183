import { Button, EmptyState, useTranslate } from '@stoa/ui'
import { type ComponentType, useEffect, useState } from 'react'
import { messages } from '../messages.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { useReconnect } from './use-reconnect.ts'

/** A lazily loaded screen. */
export interface ScreenCode<Screen> {
  /** Null until loaded. */
  Screen: Screen | null
  failed: boolean
  /** It failed and is being loaded again. */
  busy: boolean
  retry: () => void
}

/** Shown until a screen's code has loaded. */
export function CodeState({ failed, busy, retry }: Omit<ScreenCode<unknown>, 'Screen'>) {
  const t = useTranslate(messages)
  useReconnect(retry, failed)
  if (!failed) return <ListSkeleton />
  const again = (
    <Button variant="primary" busy={busy} onClick={retry}>
      {t('error.failed.retry')}
    </Button>
  )
  return (
    <EmptyState level={1} title={t('error.failed.title')} action={again}>
      {t('error.failed.text')}
    </EmptyState>
  )
}

/** Loads a screen's code on first use. */
export function useScreenCode<Screen>(load: () => Promise<Screen>, isWanted: boolean): ScreenCode<Screen> {
  const [code, setCode] = useState<Pick<ScreenCode<Screen>, 'Screen' | 'failed'>>({ Screen: null, failed: false })
  const [tries, setTries] = useState(0)
  const [failedTries, setFailedTries] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let gone = false
    load().then(
      (Screen) => gone || setCode({ Screen, failed: false }),
      () => {
        if (gone) return
        setCode({ Screen: null, failed: true })
        setFailedTries(tries + 1)
      },
    )
    return () => {
      gone = true
    }
  }, [load, isWanted, tries])
  return {
    ...code,
    busy: code.failed && failedTries <= tries,
    retry: () => setTries(tries + 1),
  }
}

/** A screen that loads its own code, for a route whose first attempt failed: the router would never retry. */
export function retryingScreen(load: () => Promise<ComponentType>): ComponentType {
  return function RetryingScreen() {
    const { Screen, ...state } = useScreenCode(load, true)
    return Screen ? <Screen /> : <CodeState {...state} />
  }
}
