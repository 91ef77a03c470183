import { BAN_REASON_MAX_LENGTH, textLength } from '@stoa/contract'
import { TextArea, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { moderationMessages } from './moderation-messages.ts'

export interface WarnDialogProps {
  /** Who is warned. */
  name: string
  /** Rejects with the error to explain. */
  onWarn: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks what somebody is warned of. */
export function WarnDialog({ name, onWarn, onClose }: WarnDialogProps) {
  const t = useTranslate(moderationMessages)
  const [reason, setReason] = useState('')
  const length = textLength(reason)
  return (
    <DecisionDialog
      title={t('warn.title', { name })}
      submit={t('warn.submit')}
      isReady={reason.trim() !== '' && length <= BAN_REASON_MAX_LENGTH}
      onDecide={() => onWarn(reason)}
      onClose={onClose}
    >
      <p className="stoa-app-muted">{t('warn.text')}</p>
      <TextArea
        label={t('warn.reason')}
        value={reason}
        length={length}
        limit={BAN_REASON_MAX_LENGTH}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </DecisionDialog>
  )
}
