import { errorCode } from '@stoa/client'
import { useTranslate } from '@stoa/ui'
import { embedMessages } from './messages.ts'

export interface ThreadFailureProps {
  error: unknown
  community: string
  onRetry: () => void
}

/** Says why there is no thread: a refusal that the publisher has to mend, or a failure that another try may. */
export function ThreadFailure({ error, community, onRetry }: ThreadFailureProps) {
  const t = useTranslate(embedMessages)
  const code = errorCode(error)
  if (code === 'ORIGIN_NOT_REGISTERED')
    return <p role="alert">{t('embed.notRegistered', { site: window.location.host })}</p>
  if (code === 'COMMUNITY_NOT_FOUND') return <p role="alert">{t('embed.noCommunity', { community })}</p>
  return (
    <p role="alert">
      {t('embed.failed')}{' '}
      <button type="button" className="stoa-button" onClick={onRetry}>
        {t('embed.retry')}
      </button>
    </p>
  )
}
