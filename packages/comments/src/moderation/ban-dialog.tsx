import { BAN_TIMEFRAMES, type CallInput, type CannedReason, type Standing } from '@stoa/contract'
import { Checkbox, RadioGroup, RelativeTime, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import { decisionMessages } from './messages.ts'
import { fits, ReasonField } from './reason-field.tsx'

/** Result of the dialog; content is omitted if it stays unchanged. */
export type BanChoice = Required<Pick<CallInput<'userBan'>, 'timeframe'>> & { hideContent?: boolean; reason: string }

export interface BanDialogProps {
  /** Name of the person. */
  name: string
  /** The current ban to start from; null if there is none. */
  ban: Standing['ban']
  /** Whether the person's content is already hidden, which ticks the box. */
  contentHidden: boolean
  /** Reasons to choose from. */
  canned: readonly CannedReason[]
  /** Rejects with the error to show. Not called for an unchanged ban. */
  onBan: (choice: BanChoice) => Promise<unknown>
  onClose: () => void
}

type Timeframe = (typeof BAN_TIMEFRAMES)[number]

/** Asks for the duration of a ban, and whether to hide the person's content. */
export function BanDialog({ name, ban, contentHidden, canned, onBan, onClose }: BanDialogProps) {
  const t = useTranslate(decisionMessages)
  const [present] = useState(() => ({ timeframe: ban ? timeframeLeft(ban.until) : 1, reason: ban?.reason ?? '' }))
  const [timeframe, setTimeframe] = useState<Timeframe>(present.timeframe)
  const [hideContent, setHideContent] = useState(contentHidden)
  const [reason, setReason] = useState(present.reason)
  const isHidingAnew = ban === null || hideContent !== contentHidden
  const isChanged = isHidingAnew || timeframe !== present.timeframe || reason !== present.reason
  return (
    <DecisionDialog
      title={t(ban ? 'ban.change.title' : 'ban.title', { name })}
      submit={t(ban ? 'ban.change.submit' : `ban.submit.${timeframe}`)}
      onDecide={async () =>
        isChanged ? onBan({ timeframe, reason, ...(isHidingAnew && { hideContent }) }) : onClose()
      }
      isReady={fits(reason)}
      onClose={onClose}
    >
      <p className="stoa-decision-muted">{t('ban.text')}</p>
      {ban && ban.until > 0 && <p>{t.rich('ban.change.until', { date: <RelativeTime value={ban.until} /> })}</p>}
      <RadioGroup
        label={t('ban.time')}
        look="chips"
        value={String(timeframe)}
        options={BAN_TIMEFRAMES.map((days) => ({ value: String(days), label: t(`ban.time.${days}`) }))}
        onChange={(value) => setTimeframe(BAN_TIMEFRAMES.find((days) => String(days) === value) ?? 1)}
      />
      <Checkbox
        label={t('ban.hide', { name })}
        hint={t('ban.hide.hint')}
        checked={hideContent}
        onChange={({ target }) => setHideContent(target.checked)}
      />
      <ReasonField
        label={t('ban.reason')}
        hint={t('ban.reason.hint')}
        optional
        rows={2}
        canned={canned}
        value={reason}
        onChange={setReason}
      />
    </DecisionDialog>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The option nearest to the ban's remaining time; "permanent" only for a permanent ban. */
function timeframeLeft(until: number): Timeframe {
  if (until === 0) return 0
  const distance = (days: Timeframe) => Math.abs(days * DAY_MS - (until - Date.now()))
  return BAN_TIMEFRAMES.filter((days) => days > 0).reduce((near, days) =>
    distance(days) < distance(near) ? days : near,
  )
}
