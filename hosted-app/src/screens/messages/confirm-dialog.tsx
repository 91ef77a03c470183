import { Button, Dialog, useTranslate } from '@stoa/ui'
import { messageTexts } from './texts.ts'

export interface ConfirmDialogProps {
  title: string
  text: string
  /** Label of the button that does it. */
  confirm: string
  /** It can't be undone. Default false. */
  isDanger?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question before an action that others notice or that can't be undone. */
export function ConfirmDialog({ title, text, confirm, isDanger = false, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useTranslate(messageTexts)
  return (
    <Dialog
      open
      kind="alert"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('messages.cancel')}</Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
