import { Badge, RelativeTime, useHasCome, useTranslate } from '@stoa/ui'
import { moderationMessages } from './moderation-messages.ts'

/** Marks somebody who is banned, with when that ends; 0: never. Nothing once it is over. */
export function BanMark({ until }: { until: number }) {
  const t = useTranslate(moderationMessages)
  const isOver = useHasCome(until)
  if (isOver && until !== 0) return null
  return (
    <Badge tone="danger">
      {t('members.banned')}
      {' · '}
      {until === 0
        ? t('members.banned.always')
        : t.rich('members.banned.until', { date: <RelativeTime value={until} /> })}
    </Badge>
  )
}
