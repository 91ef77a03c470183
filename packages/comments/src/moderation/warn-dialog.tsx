import { BAN_REASON_MAX_LENGTH, type CannedReason, textLength } from '@stoa/contract'
import { SelectField, TextArea, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { decisionMessages } from './decision-messages.ts'

export interface WarnDialogProps {
  /** Who is warned. */
  name: string
  /** Reasons to choose from. */
  canned: readonly CannedReason[]
  /** Rejects with the error to explain. */
  onWarn: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks what somebody is warned of. */
export function WarnDialog({ name, canned, onWarn, onClose }: WarnDialogProps) {
  const t = useTranslate(decisionMessages)
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
      <p className="stoa-decision-muted">{t('warn.text')}</p>
      {canned.length > 0 && (
        <SelectField
          label={t('warn.canned')}
          value=""
          options={[
            { value: '', label: t('warn.canned.own') },
            ...canned.map(({ title }, at) => ({ value: String(at), label: title })),
          ]}
          // Text typed before stays above it.
          onChange={({ target }) => {
            const text = target.value === '' ? '' : (canned[Number(target.value)]?.text ?? '')
            if (text) setReason((before) => (before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`))
          }}
        />
      )}
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
