import { BAN_REASON_MAX_LENGTH, BAN_TIMEFRAMES, type CallInput } from '@stoa/contract'
import { Checkbox, SelectField, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { moderationMessages } from './moderation-messages.ts'

/** What is decided in the dialog. */
export type BanChoice = Required<Pick<CallInput<'userBan'>, 'timeframe' | 'hideContent'>> & { reason: string }

export interface BanDialogProps {
  /** Who is banned. */
  name: string
  /** What the person wrote is hidden already: the box is ticked then. */
  contentHidden: boolean
  /** Rejects with the error to explain. */
  onBan: (choice: BanChoice) => Promise<unknown>
  onClose: () => void
}

type Timeframe = (typeof BAN_TIMEFRAMES)[number]

/** Asks for how long somebody is banned, and what becomes of what they wrote. */
export function BanDialog({ name, contentHidden, onBan, onClose }: BanDialogProps) {
  const t = useTranslate(moderationMessages)
  const [timeframe, setTimeframe] = useState<Timeframe>(0)
  const [hideContent, setHideContent] = useState(contentHidden)
  const [reason, setReason] = useState('')
  return (
    <DecisionDialog
      title={t('ban.title', { name })}
      submit={t('ban.submit')}
      variant="danger"
      onDecide={() => onBan({ timeframe, hideContent, reason })}
      onClose={onClose}
    >
      <p className="stoa-app-muted">{t('ban.text')}</p>
      <SelectField
        label={t('ban.time')}
        value={String(timeframe)}
        options={BAN_TIMEFRAMES.map((days) => ({ value: String(days), label: t(`ban.time.${days}`) }))}
        onChange={({ target }) => setTimeframe(BAN_TIMEFRAMES.find((days) => String(days) === target.value) ?? 0)}
      />
      <Checkbox
        label={t('ban.hide')}
        hint={t('ban.hide.hint')}
        checked={hideContent}
        onChange={({ target }) => setHideContent(target.checked)}
      />
      <TextField
        label={t('ban.reason')}
        hint={t('ban.reason.hint')}
        optional
        value={reason}
        maxLength={BAN_REASON_MAX_LENGTH}
        onChange={({ target }) => setReason(target.value)}
      />
    </DecisionDialog>
  )
}
