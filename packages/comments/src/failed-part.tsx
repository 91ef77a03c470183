import { Button, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { commentMessages } from './messages.ts'

/** Props of `FailedPart`. */
export interface FailedPartProps {
  /** What could not be loaded. */
  text: 'comment.error' | 'comment.unloaded'
  /** It is tried again. Default false. */
  busy?: boolean | undefined
  /** Tries again. */
  onRetry: () => void
  /** Another way on, beside the button. Default: none. */
  children?: ReactNode
}

/** Stands where something could not be loaded. */
export function FailedPart({ text, busy, onRetry, children }: FailedPartProps) {
  const t = useTranslate(commentMessages)
  return (
    <span className="stoa-comments-notice" role="alert">
      <span>{t(text)}</span>
      <Button size="s" busy={busy} onClick={onRetry}>
        {t('comment.retry')}
      </Button>
      {children}
    </span>
  )
}
