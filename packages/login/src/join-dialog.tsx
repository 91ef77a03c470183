import { type Alert, alertFor, alertMessages } from '@stoa/store'
import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { joinMessages } from './join-messages.ts'

/** Props of `JoinDialog`. */
export interface JoinDialogProps {
  /** Whether it is shown. */
  open: boolean
  /** Title of the community. */
  community: string
  /** Joins; rejects with the error to explain. */
  onJoin: () => Promise<unknown>
  /** Called when the person wants out, or has joined. */
  onClose: () => void
}

/** Asks somebody to join a community before taking part in it. */
export function JoinDialog({ open, community, onJoin, onClose }: JoinDialogProps) {
  const t = useTranslate(joinMessages)
  const tAlert = useTranslate(alertMessages)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState<Alert | null>(null)

  async function join() {
    setBusy(true)
    setAlert(null)
    try {
      await onJoin()
      onClose()
    } catch (error) {
      setAlert(alertFor(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      title={t('login.join.title', { community })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('login.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={join}>
            {t('login.join.submit')}
          </Button>
        </>
      }
    >
      <p>{t('login.join.text', { community })}</p>
      {alert && <Banner tone="danger">{tAlert(alert.key, { ...alert.values })}</Banner>}
    </Dialog>
  )
}
