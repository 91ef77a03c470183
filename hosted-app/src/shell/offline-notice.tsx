import { useTranslate, WarningIcon } from '@stoa/ui'
import { messages } from '../messages.ts'
import { useOnline } from './use-online.ts'

/** An overlay that says that there is no connection; it moves nothing and disappears by itself. */
export function OfflineNotice() {
  const t = useTranslate(messages)
  const isOnline = useOnline()
  return (
    <div className="stoa-app-offline" role="status">
      {!isOnline && (
        <>
          <WarningIcon size={16} /> {t('app.offline')}
        </>
      )}
    </div>
  )
}
