import type { CannedReason } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { decisionMessages } from './messages.ts'
import { fits, ReasonField } from './reason-field.tsx'

export interface WarnDialogProps {
  /** The person. */
  name: string
  /** Reasons to choose from. */
  canned: readonly CannedReason[]
  /** Rejects with the error to explain. */
  onWarn: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the text of a warning. */
export function WarnDialog({ name, canned, onWarn, onClose }: WarnDialogProps) {
  const t = useTranslate(decisionMessages)
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      title={t('warn.title', { name })}
      submit={t('warn.submit')}
      isReady={reason.trim() !== '' && fits(reason)}
      onDecide={() => onWarn(reason)}
      onClose={onClose}
    >
      <p className="stoa-decision-muted">{t('warn.text')}</p>
      <ReasonField label={t('warn.reason', { name })} canned={canned} value={reason} onChange={setReason} />
    </DecisionDialog>
  )
}
