import { type BannedPerson, communityPath, hasPermission, type Standing } from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, LockIcon, RelativeTime, useTranslate, Written } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { ListSkeleton } from '../../../shell/list-parts.tsx'
import { PagedList } from '../../../shell/paged-list.tsx'
import { NotAllowed } from '../not-allowed.tsx'
import { BanMark } from './ban-mark.tsx'
import { MemberMenu } from './member-menu.tsx'
import { memberMessages } from './messages.ts'
import { PersonItem } from './person-item.tsx'

/** `tab/holders?type=banned`: banned people, members or not, for those who ban. */
export function BannedPeople({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  if (viewer === undefined) return <ListSkeleton withAvatar />
  return hasPermission(viewer, tokenName, 'banUser') ? (
    <BannedList tokenName={tokenName} />
  ) : (
    <NotAllowed tokenName={tokenName} what="bans" />
  )
}

export function BannedList({ tokenName }: { tokenName: string }) {
  const t = useTranslate(memberMessages)
  const { call } = useStoa().client
  const home = communityPath(useCommunity(tokenName) ?? tokenName)
  const load = useCallback(
    (cursor: string | undefined) => call('communityBans', { tokenName, ...(cursor && { cursor }) }),
    [call, tokenName],
  )
  const empty = (
    <EmptyState
      title={t('members.banned.empty')}
      icon={<LockIcon size={32} />}
      action={<ButtonLink href={`${home}/tab/holders`}>{t('members.banned.empty.action')}</ButtonLink>}
    >
      {t('members.banned.empty.text')}
    </EmptyState>
  )
  return (
    <PagedList load={load} label={t('members.banned.list')} failed={t('members.banned.failed')} empty={empty}>
      {(person) => <Banned key={person.userId} person={person} tokenName={tokenName} />}
    </PagedList>
  )
}

function Banned({ person, tokenName }: { person: BannedPerson; tokenName: string }) {
  const t = useTranslate(memberMessages)
  /** Null once lifted here; the person stays in the list until it reloads. */
  const [ban, setBan] = useState<Standing['ban']>(person)
  const about = (
    <>
      {!person.isMember && `${t('members.banned.stranger')} · `}
      {ban ? t.rich('members.banned.at', { date: <RelativeTime value={ban.at} /> }) : t('members.banned.lifted')}
    </>
  )
  return (
    <PersonItem
      person={person}
      marks={ban && <BanMark until={ban.until} kind={ban.kind} />}
      about={about}
      text={ban?.reason ? t.rich('activity.reason', { reason: <Written>{ban.reason}</Written> }) : undefined}
    >
      <MemberMenu
        tokenName={tokenName}
        userId={person.userId}
        name={person.displayName}
        onDecided={(standing) => setBan(standing.ban)}
      />
    </PersonItem>
  )
}
