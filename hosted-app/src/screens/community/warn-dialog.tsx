import { BAN_REASON_MAX_LENGTH, textLength } from '@stoa/contract'
import { SelectField, TextArea, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { useCannedReasons } from './use-canned-reasons.ts'

export interface WarnDialogProps {
  tokenName: string
  /** Name of the person. */
  name: string
  /** Rejects with the error to show. */
  onWarn: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a warning. */
export function WarnDialog({ tokenName, name, onWarn, onClose }: WarnDialogProps) {
  const t = useTranslate(moderationMessages)
  const canned = useCannedReasons(tokenName)
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
