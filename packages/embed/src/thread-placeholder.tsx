import { useTranslate } from '@stoa/ui'
import { embedMessages } from './messages.ts'

/** Stands where the thread will be; the element has reserved its height. */
export function ThreadPlaceholder() {
  const t = useTranslate(embedMessages)
  return (
    <p className="stoa-embed-loading" role="status">
      {t('embed.loading')}
    </p>
  )
}
