import { Button, lazy, useLazy, useTranslate, WarningIcon } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../messages.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useOnline } from './use-online.ts'

/** The list of what waits, and the question before signing out. */
export const outboxParts = lazy(() => import('../outbox/outbox-parts.tsx'))

/**
 * An overlay that says that there is no connection, and what waits for one. It moves nothing and disappears by itself.
 */
export function OfflineNotice() {
  const t = useTranslate(messages)
  const isOnline = useOnline()
  const { waiting, unsent, isMember } = useOutbox()
  const [isOpen, setOpen] = useState(false)
  const { code: parts } = useLazy(outboxParts, isOpen)
  const count = waiting + unsent
  useEffect(() => {
    // Without network it can't be loaded.
    if (isMember) outboxParts.preload()
  }, [isMember])
  const hadButton = useRef(false)
  useEffect(() => {
    // The button that opened the list is gone with its last entry.
    if (hadButton.current && !isOpen && count === 0 && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    hadButton.current = isOpen || count > 0
  }, [isOpen, count])
  return (
    <>
      <div className="stoa-app-offline" role="status">
        {!isOnline && (
          <span>
            <WarningIcon size={16} /> {t('app.offline')}
          </span>
        )}
        {count > 0 && (
          <Button
            size="s"
            variant="quiet"
            aria-haspopup="dialog"
            onPointerEnter={() => outboxParts.preload()}
            onClick={() => setOpen(true)}
          >
            {waiting > 0 ? t('app.outbox.waiting', { count }) : t('app.outbox.unsent', { count })}
          </Button>
        )}
      </div>
      {isOpen && parts && <parts.OutboxList onClose={() => setOpen(false)} />}
    </>
  )
}
