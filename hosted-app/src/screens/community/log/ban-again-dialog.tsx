import { DecisionDialog, decisionMessages } from '@stoa/comments/moderation'
import type { Activity } from '@stoa/contract'
import { RelativeTime, useTranslate, Written } from '@stoa/ui'
import { logMessages } from './messages.ts'

/** Confirms an undo that bans somebody again, and says for how long and why. */
export function BanAgainDialog({
  name,
  ban: { kind, until, reason, contentHidden },
  onBan,
  onClose,
}: {
  name: string
  ban: NonNullable<Activity['bansAgain']>
  /** Rejects with the error to show. */
  onBan: () => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslate(logMessages)
  const tDecision = useTranslate(decisionMessages)
  const date = <RelativeTime value={until} />
  return (
    <DecisionDialog
      title={t(`again.${kind}.title`, { name })}
      submit={t(`again.${kind}.submit`)}
      onDecide={onBan}
      onClose={onClose}
    >
      <p>
        {until === 0
          ? tDecision('unban.always')
          : tDecision.rich(kind === 'ban' ? 'unban.until' : 'timeout.end.until', { date })}
      </p>
      {reason && <p>{tDecision.rich('unban.reason', { reason: <Written>{reason}</Written> })}</p>}
      {contentHidden && <p>{t('again.hidden')}</p>}
    </DecisionDialog>
  )
}
