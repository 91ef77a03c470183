import { useTranslate, WarningIcon } from '@stoa/ui'
import { useSyncExternalStore } from 'react'
import { messages } from '../messages.ts'

/** An overlay that says that there is no connection; it moves nothing and disappears by itself. */
export function OfflineNotice() {
  const t = useTranslate(messages)
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
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

function watchConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
