import { authorPath, type BannedPerson, hasPermission, type Standing } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { Avatar, Button, EmptyState, LoadMore, RelativeTime, Skeleton, Spinner, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { messages } from '../../messages.ts'
import { BanMark } from './ban-mark.tsx'
import { MemberMenu } from './member-menu.tsx'
import { moderationMessages } from './moderation-messages.ts'
import { Refused } from './refused.tsx'
import { usePages } from './use-pages.ts'

/** `tab/holders?type=banned`: who is banned from a community, members or not, for those who ban. */
export function BannedPeople({ tokenName }: { tokenName: string }) {
  const t = useTranslate(messages)
  const viewer = useViewer()
  if (viewer === undefined) return <EmptyState title={t('app.loading')} icon={<Spinner />} />
  return hasPermission(viewer, tokenName, 'banUser') ? <BannedList tokenName={tokenName} /> : <Refused />
}

function BannedList({ tokenName }: { tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const app = useTranslate(messages)
  const { call } = useStoa().client
  const load = useCallback(
    (cursor: string | undefined) => call('communityBans', { tokenName, ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const { items, cursor, status, onMore } = usePages(load)
  if (items.length === 0 && status === 'loading') return <Skeleton lines={6} />
  if (items.length === 0 && status === 'error') {
    const retry = <Button onClick={onMore}>{t('activity.retry')}</Button>
    return <EmptyState title={t('members.banned.failed')} action={retry} />
  }
  if (items.length === 0) {
    return <EmptyState title={t('members.banned.empty')}>{t('members.banned.empty.text')}</EmptyState>
  }
  return (
    <>
      <ul className="stoa-app-list stoa-app-members" aria-label={t('members.banned.list')}>
        {items.map((person) => (
          <Banned key={person.userId} person={person} tokenName={tokenName} />
        ))}
      </ul>
      {cursor !== null && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? app('list.failed') : undefined}
          onLoadMore={onMore}
        />
      )}
    </>
  )
}

function Banned({ person, tokenName }: { person: BannedPerson; tokenName: string }) {
  const t = useTranslate(moderationMessages)
  const { userId, username, displayName, slugUrl, imageUrl, isMember } = person
  /** Null: it was lifted here. Whoever did that still finds the person where they stood. */
  const [ban, setBan] = useState<Standing['ban']>(person)
  return (
    <li>
      <Avatar id={userId} name={displayName} src={imageUrl} />
      <div>
        <a className="stoa-app-list-title" href={authorPath(slugUrl)} dir="auto">
          {displayName}
        </a>{' '}
        {ban && <BanMark until={ban.until} />}
        <p className="stoa-app-muted">
          <bdi>{`@${username}`}</bdi>
          {!isMember && ` · ${t('members.banned.stranger')}`}
          {' · '}
          {ban ? t.rich('members.banned.at', { date: <RelativeTime value={ban.at} /> }) : t('members.banned.lifted')}
        </p>
        {ban && ban.reason !== '' && <p dir="auto">{t('activity.reason', { reason: ban.reason })}</p>}
      </div>
      <MemberMenu
        tokenName={tokenName}
        userId={userId}
        name={displayName}
        onDecided={(standing) => setBan(standing.ban)}
      />
    </li>
  )
}
