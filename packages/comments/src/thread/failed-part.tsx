import { Button, useTranslate } from '@stoa/ui'

/** English texts of load failures. Widgets without comments load no others of a thread. */
export const failedPartMessages = {
  'comment.error': 'Couldn’t load the comments.',
  'comment.retry': 'Try again',
  'comment.unloaded': 'Couldn’t load this part.',
  'comment.reload': 'Reload the page',
} as const

/** Props of `FailedPart`. */
export interface FailedPartProps {
  /** Text of the error. */
  text: 'comment.error' | 'comment.unloaded'
  /** Retrying. Default false. */
  busy?: boolean | undefined
  /** Retries. */
  onRetry: () => void
  /**
   * It has failed before, and some browsers never request a failed file again, so a reload of the page is offered.
   * Default false.
   */
  mayReload?: boolean | undefined
}

/** Shown in place of something that couldn't be loaded. */
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
