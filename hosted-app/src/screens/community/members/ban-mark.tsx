import type { BannedPerson } from '@stoa/contract'
import { Badge, RelativeTime, useHasCome, useTranslate } from '@stoa/ui'
import { memberMessages } from './messages.ts'

/** Marks a banned or timed-out person with the end; 0 is permanent. Nothing once it has ended. */
export function BanMark({ until, kind }: Pick<BannedPerson, 'until' | 'kind'>) {
  const t = useTranslate(memberMessages)
  const isOver = useHasCome(until)
  if (isOver && until !== 0) return null
  return (
    <Badge tone={kind === 'timeout' ? 'warning' : 'danger'}>
      {t(kind === 'timeout' ? 'members.timedOut' : 'members.banned')}
      {' · '}
      {until === 0
        ? t('members.banned.always')
        : t.rich('members.banned.until', { date: <RelativeTime value={until} /> })}
    </Badge>
  )
}
