import { PREVIEW_OFF, PREVIEW_PARAMETER } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { useHostedApp } from '../hosted-app.ts'
import { messages } from '../messages.ts'

/** Says on every page that it shows a version of the domain that only this browser sees. */
export function PreviewNotice() {
  const t = useTranslate(messages)
  const { preview } = useHostedApp().config
  if (preview === undefined) return null
  return (
    <aside className="stoa-app-preview-notice" aria-label={t('app.preview.label')}>
      <p>{t('app.preview', { version: preview })}</p>
      {/* The target makes the browser load it, since the server ends the preview. */}
      <a href={`/?${PREVIEW_PARAMETER}=${PREVIEW_OFF}`} target="_self">
        {t('app.preview.leave')}
      </a>
    </aside>
  )
}
