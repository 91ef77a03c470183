import { type CannedReason, REASON_TEXT_MAX_LENGTH, textLength } from '@stoa/contract'
import { Button, Dialog, RadioGroup, TextArea, translatable, useTranslate } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import type { HideComment } from '../thread/thread-context.ts'
import { useCommentAction } from '../thread/use-comment-action.ts'
import { menuMessages } from './messages.ts'

/** Props of `ReasonDialog`. */
export interface ReasonDialogProps {
  /** Title of the dialog. */
  title: string
  /** Explains the consequences. */
  help: string
  /** Label of the submit button. */
  submit: string
  /** Canned reasons, listed first. Default: none. */
  canned?: readonly CannedReason[]
  /** Submits a reason. If it rejects, the dialog stays open with the error. */
  onSubmit: (why: Pick<HideComment, 'reason' | 'reasonText'>) => Promise<unknown>
  /** Closes the dialog. */
  onClose: () => void
  /** Shown above the reasons. Default: nothing. */
  children?: ReactNode
}

const REASONS = ['spam', 'hateful', 'nudity', 'other'] as const

/** Asks a moderator for a reason for hiding something. */
export function ReasonDialog({ title, help, submit, canned = [], onSubmit, onClose, children }: ReasonDialogProps) {
  const t = useTranslate(menuMessages)
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  /** One of `REASONS`, or the index of a canned one. */
  const [reason, setReason] = useState<string | null>(null)
  const [text, setText] = useState('')
  const length = textLength(text.trim())
  const ready = reason !== null && (reason !== 'other' || (length > 0 && length <= REASON_TEXT_MAX_LENGTH))

  async function hide() {
    if (!reason || !ready) return
    const reasonText = reason === 'other' ? text.trim() : canned[Number(reason)]?.text
    const why = reasonText ? { reason: 'other' as const, reasonText } : { reason: reason as (typeof REASONS)[number] }
    if (await run(() => onSubmit(why))) onClose()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('comment.cancel')}</Button>
          <Button variant="primary" disabled={!ready} busy={busy} onClick={hide}>
            {submit}
          </Button>
        </>
      }
    >
      <p>{help}</p>
      {children}
      <RadioGroup
        label={t('comment.hide.reason')}
        value={reason}
        onChange={setReason}
        options={[
          ...canned.map((one, at) => ({ value: String(at), label: one.title, hint: one.text })),
          ...REASONS.map((value) => ({ value, label: t(`reason.${value}`) })),
        ]}
      />
      {reason === 'other' && (
        <TextArea
          label={t('comment.hide.text')}
          rows={2}
          value={text}
          length={length}
          limit={REASON_TEXT_MAX_LENGTH}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      {alert && (
        <p className="stoa-comments-alert" role="alert">
          {translatable(alert)}
        </p>
      )}
    </Dialog>
  )
}
