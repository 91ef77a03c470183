import { useTranslate } from '@stoa/ui'
import { embedMessages } from './messages.ts'

export interface ThreadFailureProps {
  /** What could not be loaded. Default: the comments. */
  of?: 'poll' | 'reactions' | undefined
  /** Why the publisher has to mend it (`tellRefusal`), in English. Default: it can be tried again. */
  words?: string | undefined
  onRetry: () => void
}

/** Says why there is nothing to show: a refusal that the publisher has to mend, or a failure that another try may. */
export function ThreadFailure({ of, words, onRetry }: ThreadFailureProps) {
  const t = useTranslate(embedMessages)
  return words ? (
    <p className="stoa-embed-notice" role="alert" lang="en" dir="ltr">
      {words}
    </p>
  ) : (
    <p className="stoa-embed-notice" role="alert">
      <span>{t(of ? `embed.failed.${of}` : 'embed.failed')}</span>
      <button type="button" className="stoa-button" onClick={onRetry}>
        {t('embed.retry')}
      </button>
    </p>
  )
}
