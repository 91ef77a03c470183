import type { ReactNode } from 'react'
import { Banner } from '../banner/banner.tsx'
import { Button } from '../button/button.tsx'
import { useTranslate } from '../i18n/i18n-context.ts'
import { uiMessages } from '../messages.ts'

/** Props of `LoadFailure`. */
export interface LoadFailureProps {
  /** What could not be loaded, as a sentence. */
  children: ReactNode
  /** Called when the reader retries. */
  onRetry: () => void
}

/** Shown in place of something that failed to load, with a retry button. */
export function LoadFailure({ children, onRetry }: LoadFailureProps) {
  const t = useTranslate(uiMessages)
  return (
    <Banner
      tone="danger"
      action={
        <Button size="s" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
