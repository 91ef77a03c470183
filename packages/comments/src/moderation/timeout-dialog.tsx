import { type CallInput, type CannedReason, type Standing, TIMEOUT_HOURS } from '@stoa/contract'
import { RadioGroup, RelativeTime, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { decisionMessages } from './messages.ts'
import { fits, ReasonField } from './reason-field.tsx'

export interface TimeoutDialogProps {
  /** Name of the person. */
  name: string
  /** The current time-out; null if there is none. */
  present: Standing['ban']
  /** Reasons to choose from. */
  canned: readonly CannedReason[]
  /** Rejects with the error to show. */
  onDecide: (choice: Required<Pick<CallInput<'userBan'>, 'timeoutHours'>> & { reason: string }) => Promise<unknown>
  onClose: () => void
}

/** Asks for the duration of a time-out. */
export function TimeoutDialog({ name, present, canned, onDecide, onClose }: TimeoutDialogProps) {
  const t = useTranslate(decisionMessages)
  const [hours, setHours] = useState<(typeof TIMEOUT_HOURS)[number]>(24)
  const [reason, setReason] = useState(present?.reason ?? '')
  return (
    <DecisionDialog
      title={t('timeout.title', { name })}
      submit={t(`timeout.submit.${hours}`)}
      onDecide={() => onDecide({ timeoutHours: hours, reason })}
      isReady={fits(reason)}
      onClose={onClose}
    >
      <p className="stoa-decision-muted">{t('timeout.text')}</p>
      {present && <p>{t.rich('timeout.present', { date: <RelativeTime value={present.until} /> })}</p>}
      <RadioGroup
        label={t('timeout.time')}
        look="chips"
        value={String(hours)}
        options={TIMEOUT_HOURS.map((value) => ({ value: String(value), label: t(`timeout.time.${value}`) }))}
        onChange={(chosen) => setHours(TIMEOUT_HOURS.find((value) => String(value) === chosen) ?? 24)}
      />
      <ReasonField
        label={t('timeout.reason')}
        hint={t('timeout.reason.hint')}
        optional
        rows={2}
        canned={canned}
        value={reason}
        onChange={setReason}
      />
    </DecisionDialog>
  )
}
