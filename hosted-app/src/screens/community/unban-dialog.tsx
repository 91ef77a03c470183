import type { Standing } from '@stoa/contract'
import { Button, Dialog, RelativeTime, useTranslate } from '@stoa/ui'
import { useAttempt } from '../settings/use-attempt.ts'
import { moderationMessages } from './moderation-messages.ts'

export interface UnbanDialogProps {
  name: string
  ban: NonNullable<Standing['ban']>
  contentHidden: boolean
  /** Rejects with the error to explain. */
  onUnban: () => Promise<unknown>
  onClose: () => void
}

/** Shows a ban, and lifts it. */
export function UnbanDialog({ name, ban, contentHidden, onUnban, onClose }: UnbanDialogProps) {
  const t = useTranslate(moderationMessages)
  const lifting = useAttempt()
  return (
    <Dialog
      open
      title={t('unban.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button variant="primary" busy={lifting.busy} onClick={() => void lifting.run(onUnban)}>
            {t('unban.submit')}
          </Button>
        </>
      }
    >
      <div className="stoa-app-decision">
        <p>
          {ban.until === 0 ? t('unban.always') : t.rich('unban.until', { date: <RelativeTime value={ban.until} /> })}
        </p>
        {ban.reason && <p dir="auto">{t('unban.reason', { reason: ban.reason })}</p>}
        {contentHidden && <p>{t('unban.hidden')}</p>}
        <p className="stoa-app-problem" role="alert">
          {lifting.problem}
        </p>
      </div>
    </Dialog>
  )
}
