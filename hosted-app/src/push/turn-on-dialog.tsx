import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { pushMessages } from './messages.ts'

export interface TurnOnDialogProps {
  open: boolean
  /** The browser is asking. */
  busy: boolean
  /** Why it failed; empty if it didn't. */
  problem: string
  /** Lets the browser ask for the permission. */
  onContinue: () => void
  onClose: () => void
}

/** Explains what push does before the browser asks for the permission. */
export function TurnOnDialog({ open, busy, problem, onContinue, onClose }: TurnOnDialogProps) {
  const t = useTranslate(pushMessages)
  return (
    <Dialog
      open={open}
      title={t('push.ask.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('push.ask.cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={onContinue}>
            {t('push.ask.continue')}
          </Button>
        </>
      }
    >
      <p>{t('push.ask.text')}</p>
      <p>{t('push.ask.next')}</p>
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </Dialog>
  )
}
