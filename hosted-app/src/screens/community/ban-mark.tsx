import type { BannedPerson } from '@stoa/contract'
import { Badge, RelativeTime, useHasCome, useTranslate } from '@stoa/ui'
import { moderationMessages } from './moderation-messages.ts'

/** Marks somebody who is banned or in a time-out, with when that ends; 0: never. Nothing once it is over. */
export function BanMark({ until, kind }: Pick<BannedPerson, 'until' | 'kind'>) {
  const t = useTranslate(moderationMessages)
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
