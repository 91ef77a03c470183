import { Button, Dialog, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import type { HideComment } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `HideDialog`. */
export interface HideDialogProps {
  /** Hides the comment for a reason. */
  onHide: (why: Pick<HideComment, 'reason' | 'reasonText'>) => Promise<unknown>
  /** Closes the dialog. */
  onClose: () => void
}

const REASONS = ['spam', 'hateful', 'nudity', 'other'] as const
const REASON_MAX_LENGTH = 70

/** Asks a moderator why a comment is to be hidden. */
export function HideDialog({ onHide, onClose }: HideDialogProps) {
  const t = useTranslate(writingMessages)
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  const [reason, setReason] = useState<(typeof REASONS)[number]>()
  const [text, setText] = useState('')
  const ready = reason !== undefined && (reason !== 'other' || text.trim() !== '')

  async function hide() {
    if (!reason || !ready) return
    const why = reason === 'other' ? { reason, reasonText: text.trim() } : { reason }
    if (await run(() => onHide(why))) onClose()
  }
  return (
    <Dialog
      open
      title={t('comment.hide.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('comment.cancel')}</Button>
          <Button variant="danger" disabled={!ready} busy={busy} onClick={hide}>
            {t('comment.hide.submit')}
          </Button>
        </>
      }
    >
      <p>{t('comment.hide.help')}</p>
      <fieldset className="stoa-comments-reasons">
        <legend>{t('comment.hide.reason')}</legend>
        {REASONS.map((name) => (
          <label key={name}>
            <input type="radio" name="reason" checked={reason === name} onChange={() => setReason(name)} />
            <span>{t(`comment.hide.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      {reason === 'other' && (
        <TextField
          label={t('comment.hide.text')}
          value={text}
          maxLength={REASON_MAX_LENGTH}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {alert}
        </p>
      )}
    </Dialog>
  )
}
