import { Button, useTranslate } from '@stoa/ui'
import { failedPartMessages } from './failed-part-messages.ts'

/** Props of `FailedPart`. */
export interface FailedPartProps {
  /** What could not be loaded. */
  text: 'comment.error' | 'comment.unloaded'
  /** It is tried again. Default false. */
  busy?: boolean | undefined
  /** Tries again. */
  onRetry: () => void
  /** It has failed before: some browsers never try a file again that failed once. Offers to reload the page. Default false. */
  mayReload?: boolean | undefined
}

/** Stands where something could not be loaded. */
export function FailedPart({ text, busy, onRetry, mayReload }: FailedPartProps) {
  const t = useTranslate(failedPartMessages)
  return (
    <span className="stoa-comments-notice" role="alert">
      <span>{t(text)}</span>
      <Button size="s" busy={busy} onClick={onRetry}>
        {t('comment.retry')}
      </Button>
      {mayReload && (
        <Button size="s" onClick={() => location.reload()}>
          {t('comment.reload')}
        </Button>
      )}
    </span>
  )
}
