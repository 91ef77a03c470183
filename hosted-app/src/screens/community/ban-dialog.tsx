import { BAN_REASON_MAX_LENGTH, BAN_TIMEFRAMES, type CallInput } from '@stoa/contract'
import { Button, Checkbox, Dialog, SelectField, TextField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useAttempt } from '../settings/use-attempt.ts'
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
  const banning = useAttempt()
  const [timeframe, setTimeframe] = useState<Timeframe>(0)
  const [hideContent, setHideContent] = useState(contentHidden)
  const [reason, setReason] = useState('')
  const ban = () => void banning.run(() => onBan({ timeframe, hideContent, reason }))
  return (
    <Dialog
      open
      title={t('ban.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant="danger" busy={banning.busy} onClick={ban}>
            {t('ban.submit')}
          </Button>
        </>
      }
    >
      <form
        className="stoa-app-decision"
        onSubmit={(event) => {
          event.preventDefault()
          ban()
        }}
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
        <p className="stoa-app-problem" role="alert">
          {banning.problem}
        </p>
      </form>
    </Dialog>
  )
}
