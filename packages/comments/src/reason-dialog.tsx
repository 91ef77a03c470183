import { type CannedReason, REASON_TEXT_MAX_LENGTH } from '@stoa/contract'
import { Button, Dialog, RadioGroup, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import type { HideComment } from './thread-context.ts'
import { useCommentAction } from './use-comment-action.ts'
import { writingMessages } from './writing-messages.ts'

/** Props of `ReasonDialog`. */
export interface ReasonDialogProps {
  /** What is asked. */
  title: string
  /** What comes of it. */
  help: string
  /** What the button says that does it. */
  submit: string
  /** Further reasons, which come first. Default: none. */
  canned?: readonly CannedReason[]
  /** Does it for a reason; rejects with the error to explain, and the dialog stays then. */
  onSubmit: (why: Pick<HideComment, 'reason' | 'reasonText'>) => Promise<unknown>
  /** Closes the dialog. */
  onClose: () => void
}

const REASONS = ['spam', 'hateful', 'nudity', 'other'] as const

/** Asks a moderator why something is to be hidden. */
export function ReasonDialog({ title, help, submit, canned = [], onSubmit, onClose }: ReasonDialogProps) {
  const t = useTranslate(writingMessages)
  const { busy, alert, run } = useCommentAction({ isCommentChange: true })
  /** One of `REASONS`, or the place of a canned one. */
  const [reason, setReason] = useState<string | null>(null)
  const [text, setText] = useState('')
  const ready = reason !== null && (reason !== 'other' || text.trim() !== '')

  async function hide() {
    if (!reason || !ready) return
    const own = reason === 'other' ? text.trim() : canned[Number(reason)]?.text
    const why = own ? { reason: 'other' as const, reasonText: own } : { reason: reason as (typeof REASONS)[number] }
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
          <Button variant="danger" disabled={!ready} busy={busy} onClick={hide}>
            {submit}
          </Button>
        </>
      }
    >
      <p>{help}</p>
      <RadioGroup
        label={t('comment.hide.reason')}
        value={reason}
        onChange={setReason}
        options={[
          ...canned.map((one, at) => ({ value: String(at), label: one.title, hint: one.text })),
          ...REASONS.map((value) => ({ value, label: t(`comment.hide.${value}`) })),
        ]}
      />
      {reason === 'other' && (
        <TextField
          label={t('comment.hide.text')}
          value={text}
          maxLength={REASON_TEXT_MAX_LENGTH}
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
