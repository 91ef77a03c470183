import { Button, Dialog, translatable, useTranslate } from '@stoa/ui'
import { useCommentAction } from '../thread/use-comment-action.ts'
import { muteMessages } from './messages.ts'

/** Props of `BlockDialog`. */
export interface BlockDialogProps {
  /** Displayed name of the person. */
  name: string
  /** Blocks the person. If it rejects, the dialog stays open with the error. */
  onBlock: () => Promise<unknown>
  /** Closes the dialog. */
  onClose: () => void
}

/** Says what blocking a person does, before it is done. */
export function BlockDialog({ name, onBlock, onClose }: BlockDialogProps) {
  const t = useTranslate(muteMessages)
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  return (
    <Dialog
      open
      kind="alert"
      title={t('block.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('block.cancel')}</Button>
          <Button
            variant="danger"
            busy={busy}
            onClick={async () => {
              if (await run(onBlock)) onClose()
            }}
          >
            {t('block.submit')}
          </Button>
        </>
      }
    >
      <p>{t('block.help')}</p>
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {translatable(alert)}
        </p>
      )}
    </Dialog>
  )
}
