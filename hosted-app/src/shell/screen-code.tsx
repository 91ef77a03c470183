import { Button, EmptyState, Spinner, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { messages } from '../messages.ts'

/** A screen whose code comes when it is first wanted. */
export interface ScreenCode<Screen> {
  /** Null as long as it is not there. */
  Screen: Screen | null
  failed: boolean
  retry: () => void
}

/** Stands where a screen will be once its code is there. */
export function CodeState({ failed, retry }: Pick<ScreenCode<unknown>, 'failed' | 'retry'>) {
  const t = useTranslate(messages)
  if (!failed) return <EmptyState level={1} title={t('app.loading')} icon={<Spinner />} />
  const again = <Button onClick={retry}>{t('error.failed.retry')}</Button>
  return (
    <EmptyState level={1} title={t('error.failed.title')} action={again}>
      {t('error.failed.text')}
    </EmptyState>
  )
}

/** The code of a screen, once it is wanted. */
export function useScreenCode<Screen>(load: () => Promise<Screen>, isWanted: boolean): ScreenCode<Screen> {
  const [code, setCode] = useState<Pick<ScreenCode<Screen>, 'Screen' | 'failed'>>({ Screen: null, failed: false })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let gone = false
    load().then(
      (Screen) => gone || setCode({ Screen, failed: false }),
      () => gone || setCode({ Screen: null, failed: true }),
    )
    return () => {
      gone = true
    }
  }, [load, isWanted, tries])
  return {
    ...code,
    retry() {
      setCode({ Screen: null, failed: false })
      setTries(tries + 1)
    },
  }
}
