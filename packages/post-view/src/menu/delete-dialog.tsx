import { alertMessages, alertText } from '@stoa/store'
import { useAction } from '@stoa/store/react'
import { Banner, Button, Dialog, useTranslate } from '@stoa/ui'
import { toolsMessages } from './messages.ts'

export interface DeleteDialogProps {
  /** Deletes the post. Rejects with the error to show. */
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Asks an author before permanently deleting a post. */
export function DeleteDialog({ onDelete, onClose }: DeleteDialogProps) {
  const t = useTranslate(toolsMessages)
  const tAlert = useTranslate(alertMessages)
  const { busy, error, run } = useAction()
  return (
    <Dialog
      open
      kind="alert"
      title={t('delete.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('tools.cancel')}</Button>
          <Button variant="danger" busy={busy} onClick={() => void run(onDelete)}>
            {t('delete.submit')}
          </Button>
        </>
      }
    >
      <p>{t('delete.help')}</p>
      {error !== null && <Banner tone="danger">{alertText(error, { t: tAlert })}</Banner>}
    </Dialog>
  )
}
