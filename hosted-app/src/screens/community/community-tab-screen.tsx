import { authorPath, communityPath, managesCommunity } from '@stoa/contract'
import type { ListQuery } from '@stoa/store'
import { useCommunity, useList, useMember, useViewer } from '@stoa/store/react'
import { Avatar, Badge, ButtonLink, EmptyState, RelativeTime, useTranslate } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { ListEnd } from '../../shell/list-end.tsx'
import { ActivityLog } from './activity-log.tsx'
import { CommunityHeader } from './community-header.tsx'
import type { CommunityTabData } from './community-tab-loader.ts'
import { communityTabMessages } from './community-tab-messages.ts'
import { MemberMenu } from './member-menu.tsx'
import { PendingItems } from './pending-items.tsx'

/** What a community says of itself, who belongs to it, and what waits for its moderators. */
export function CommunityTabScreen() {
  const { tokenName, tab, type, list } = useLoaderData() as CommunityTabData
  return (
    <>
      <CommunityHeader tokenName={tokenName} tab={tab} />
      {tab === 'about' && <About tokenName={tokenName} />}
      {tab === 'pending' && <PendingItems tokenName={tokenName} />}
      {tab === 'activity' && <ActivityLog tokenName={tokenName} />}
      {list && <Members tokenName={tokenName} type={type} list={list} />}
    </>
  )
}

function About({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityTabMessages)
  const about = useCommunity(tokenName)?.about
  return about ? (
    <p className="stoa-app-about" dir="auto">
      {about}
    </p>
  ) : (
    <EmptyState
      title={t('community.about.empty')}
      action={<ButtonLink href={communityPath(tokenName)}>{t('community.toPosts')}</ButtonLink>}
    />
  )
}

function Members({ tokenName, type, list }: Pick<CommunityTabData, 'tokenName' | 'type'> & { list: ListQuery }) {
  const t = useTranslate(communityTabMessages)
  const { ids } = useList(list)
  const viewer = useViewer() ?? null
  const community = useCommunity(tokenName)
  const isManaging = community !== undefined && managesCommunity(viewer, community)
  const path = `${communityPath(tokenName)}/tab/holders`
  const kind = type === 'partner' ? 'partners' : 'members'
  return (
    <>
      <nav className="stoa-app-kinds" aria-label={t('community.members')}>
        <a href={path} aria-current={type === 'all' ? 'page' : undefined}>
          {t('community.members.all')}
        </a>
        <a href={`${path}?type=partner`} aria-current={type === 'partner' ? 'page' : undefined}>
          {t('community.members.partners')}
        </a>
      </nav>
      {ids.length === 0 && (
        <EmptyState title={t(`community.${kind}.empty`)}>{t(`community.${kind}.empty.text`)}</EmptyState>
      )}
      <ul className="stoa-app-list stoa-app-members">
        {ids.map((id) => (
          <MemberItem key={id} id={id} tokenName={tokenName} isManaging={isManaging && id !== viewer?.id} />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}

function MemberItem({ id, tokenName, isManaging }: { id: string; tokenName: string; isManaging: boolean }) {
  const t = useTranslate(communityTabMessages)
  const member = useMember(id)
  if (!member) return null
  const { userId, displayName, username, slugUrl, imageUrl, joinedAt, isPartner } = member
  return (
    <li>
      <Avatar id={userId} name={displayName} src={imageUrl} />
      <div>
        <a className="stoa-app-list-title" href={authorPath(slugUrl)} dir="auto">
          {displayName}
        </a>{' '}
        {isPartner && <Badge tone="accent">{t('community.partner')}</Badge>}
        <p className="stoa-app-muted">
          <bdi>{`@${username}`}</bdi>
          {' · '}
          {t.rich('community.members.since', { date: <RelativeTime value={joinedAt} /> })}
        </p>
      </div>
      {isManaging && <MemberMenu tokenName={tokenName} userId={userId} name={displayName} />}
    </li>
  )
}
