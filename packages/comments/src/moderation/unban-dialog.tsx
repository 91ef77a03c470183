import type { Standing } from '@stoa/contract'
import { RelativeTime, useTranslate, Written } from '@stoa/ui'
import { DecisionDialog } from './decision-dialog.tsx'
import { decisionMessages } from './messages.ts'

export interface UnbanDialogProps {
  name: string
  ban: NonNullable<Standing['ban']>
  contentHidden: boolean
  /** Rejects with the error to show. */
  onUnban: () => Promise<unknown>
  onClose: () => void
}

/** Shows a ban, and lifts it. */
export function UnbanDialog({ name, ban, contentHidden, onUnban, onClose }: UnbanDialogProps) {
  const t = useTranslate(decisionMessages)
  const isTimeout = ban.kind === 'timeout'
  const date = <RelativeTime value={ban.until} />
  return (
    <DecisionDialog
      title={t(isTimeout ? 'timeout.end.title' : 'unban.title', { name })}
      submit={t(isTimeout ? 'timeout.end.submit' : 'unban.submit')}
      onDecide={onUnban}
      onClose={onClose}
    >
      <p>{ban.until === 0 ? t('unban.always') : t.rich(isTimeout ? 'timeout.end.until' : 'unban.until', { date })}</p>
      {ban.reason && <p>{t.rich('unban.reason', { reason: <Written>{ban.reason}</Written> })}</p>}
      {contentHidden && <p>{t('unban.hidden')}</p>}
    </DecisionDialog>
  )
}
