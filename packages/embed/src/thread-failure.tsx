import { useTranslate } from '@stoa/ui'
import { embedMessages } from './messages.ts'

export interface ThreadFailureProps {
  /** Why the publisher has to mend it (`tellRefusal`). Default: it can be tried again. */
  words?: string | undefined
  onRetry: () => void
}

/** Says why there is no thread: a refusal that the publisher has to mend, or a failure that another try may. */
export function ThreadFailure({ words, onRetry }: ThreadFailureProps) {
  const t = useTranslate(embedMessages)
  return (
    <p role="alert">
      {words || t('embed.failed')}{' '}
      {!words && (
        <button type="button" className="stoa-button" onClick={onRetry}>
          {t('embed.retry')}
        </button>
      )}
    </p>
  )
}
