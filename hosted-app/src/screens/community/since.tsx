import type { Member } from '@stoa/contract'
import { RelativeTime, useTranslate } from '@stoa/ui'
import { communityTabMessages } from './community-tab-messages.ts'

/** When a person joined, and since when they have their role. */
export function Since({ member: { joinedAt, role, roleSince } }: { member: Member }) {
  const t = useTranslate(communityTabMessages)
  return (
    <>
      {joinedAt > 0 && t.rich('community.members.since', { date: <RelativeTime value={joinedAt} /> })}
      {role !== undefined && role !== 'admin' && roleSince !== undefined && (
        <>
          {joinedAt > 0 && ' · '}
          {t.rich(`community.members.became.${role}`, { date: <RelativeTime value={roleSince} /> })}
        </>
      )}
    </>
  )
}
