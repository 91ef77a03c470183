import { Button, Dialog, translatable, useTranslate } from '@stoa/ui'
import { useCommentAction } from '../thread/use-comment-action.ts'
import { menuMessages } from './messages.ts'

/** Props of `DeleteDialog`. */
export interface DeleteDialogProps {
  /** Deletes the comment. If it rejects, the dialog stays open with the error. */
  onDelete: () => Promise<unknown>
  /** Closes the dialog. */
  onClose: () => void
}

/** Asks an author before permanently deleting a comment. */
export function DeleteDialog({ onDelete, onClose }: DeleteDialogProps) {
  const t = useTranslate(menuMessages)
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  return (
    <Dialog
      open
      kind="alert"
      title={t('comment.deleteForGood.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('comment.cancel')}</Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={async () => {
              if (await run(onDelete)) onClose()
            }}
          >
            {t('comment.deleteForGood.submit')}
          </Button>
        </>
      }
    >
      <p>{t('comment.deleteForGood.help')}</p>
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {translatable(alert)}
        </p>
      )}
    </Dialog>
  )
}
