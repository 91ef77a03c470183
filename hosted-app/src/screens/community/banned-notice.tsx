import { isBanned } from '@stoa/contract'
import { alertMessages } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { Banner, RelativeTime, useHasCome, useTranslate } from '@stoa/ui'
import { bannedMessages } from './banned-messages.ts'

/** Tells a banned viewer about the ban and its end; nothing for others. */
export function BannedNotice({ tokenName }: { tokenName: string }) {
  const t = useTranslate(bannedMessages)
  const alerts = useTranslate(alertMessages)
  const { clock } = useStoa()
  const viewer = useViewer() ?? null
  const until = viewer?.bannedCommunities[tokenName] ?? 0
  const isOver = useHasCome(until)
  if (!viewer || !isBanned(viewer, tokenName, clock()) || (isOver && until !== 0)) return null
  return (
    <Banner tone="warning" title={viewer.timeouts?.includes(tokenName) ? t('banned.timeout') : alerts('alert.banned')}>
      {until === 0 ? t('banned.always') : t.rich('banned.until', { date: <RelativeTime value={until} /> })}
    </Banner>
  )
}
