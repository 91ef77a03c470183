import { canEditCommunity, canReportOf, communityPath, hasPermission, isOwn } from '@stoa/contract'
import type { ListQuery } from '@stoa/store'
import { useCommunity, useList, useManages, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, InfoIcon, RoleBadge, UsersIcon, useTranslate } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { ListEnd } from '../../shell/list-end.tsx'
import { ActivityLog } from './activity-log.tsx'
import { BanMark } from './ban-mark.tsx'
import { BannedPeople } from './banned-people.tsx'
import { CommunityContent } from './community-content.tsx'
import { CommunityHeader } from './community-header.tsx'
import { CommunityQueue } from './community-queue.tsx'
import { CommunitySettings } from './community-settings.tsx'
import { type CommunityTabData, firstMembers, isContentTab, isSettingsTab } from './community-tab-loader.ts'
import { communityTabMessages } from './community-tab-messages.ts'
import { Leaderboard } from './leaderboard.tsx'
import { MemberMenu } from './member-menu.tsx'
import { PersonItem } from './person-item.tsx'
import { ReportMember } from './report-member.tsx'
import { RulesList } from './rules-list.tsx'
import { Since } from './since.tsx'
import { useBans } from './use-bans.ts'

/** A community's description, its members, and its moderation queue. */
export function CommunityTabScreen() {
  const { tokenName, tab, type, list, posts, leaderboard } = useLoaderData() as CommunityTabData
  return (
    <>
      <CommunityHeader tokenName={tokenName} tab={tab} />
      {tab === 'about' && <About tokenName={tokenName} />}
      {posts && isContentTab(tab) && <CommunityContent tokenName={tokenName} tab={tab} list={posts} />}
      {leaderboard && <Leaderboard tokenName={tokenName} board={leaderboard} />}
      {tab === 'reports' && <CommunityQueue tokenName={tokenName} />}
      {isSettingsTab(tab) && <CommunitySettings tokenName={tokenName} tab={tab} />}
      {tab === 'activity' && <ActivityLog tokenName={tokenName} />}
      {tab === 'holders' && <Kinds tokenName={tokenName} type={type} />}
      {tab === 'holders' && type === 'banned' && <BannedPeople tokenName={tokenName} />}
      {list && <Members tokenName={tokenName} type={type} list={list} />}
    </>
  )
}

function About({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityTabMessages)
  const { about = '', rules = [] } = useCommunity(tokenName) ?? {}
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const home = communityPath(tokenName)
  return about !== '' || rules.length > 0 ? (
    <>
      {about !== '' && (
        <p className="stoa-app-about" dir="auto">
          {about}
        </p>
      )}
      {rules.length > 0 && (
        <section aria-labelledby="about-rules">
          <h2 id="about-rules">{t('community.rules')}</h2>
          <RulesList rules={rules} isOpen />
        </section>
      )}
      <p>
        <a href={`${home}/tab/activity`}>{t('community.activity')}</a>
      </p>
    </>
  ) : (
    <EmptyState
      title={t('community.about.empty')}
      icon={<InfoIcon size={32} />}
      action={
        canEditCommunity(viewer, tokenName, clock()).allowed ? (
          <ButtonLink href={`${home}/admin-settings/general`}>{t('community.about.write')}</ButtonLink>
        ) : (
          <ButtonLink href={home}>{t('community.toPosts')}</ButtonLink>
        )
      }
    />
  )
}

/** Links to all members, partners, and banned people for those who ban. */
function Kinds({ tokenName, type }: Pick<CommunityTabData, 'tokenName' | 'type'>) {
  const t = useTranslate(communityTabMessages)
  const viewer = useViewer() ?? null
  const path = `${communityPath(tokenName)}/tab/holders`
  const kinds = [
    { type: 'all', href: path, label: t('community.members.all') },
    { type: 'partner', href: `${path}?type=partner`, label: t('community.members.partners') },
    ...(hasPermission(viewer, tokenName, 'banUser')
      ? [{ type: 'banned', href: `${path}?type=banned`, label: t('community.members.banned') }]
      : []),
  ]
  return (
    <nav className="stoa-app-kinds" aria-label={t('community.members')}>
      {kinds.map((kind) => (
        <a key={kind.type} href={kind.href} aria-current={type === kind.type ? 'page' : undefined}>
          {kind.label}
        </a>
      ))}
    </nav>
  )
}

function Members({ tokenName, type, list }: Pick<CommunityTabData, 'tokenName' | 'type'> & { list: ListQuery }) {
  const t = useTranslate(communityTabMessages)
  const { ids } = useList(list)
  const viewer = useViewer() ?? null
  const isManaging = useManages(tokenName)
  const { clock } = useStoa()
  const members = useStoaState((state) => state.members)
  const userIds = ids.flatMap((id) => members[id]?.userId ?? [])
  const { bans, onDecided } = useBans({ tokenName, userIds, isAsked: isManaging })
  const kind = type === 'partner' ? 'partners' : 'members'
  return (
    <>
      {ids.length === 0 && (
        <EmptyState
          title={t(`community.${kind}.empty`)}
          icon={<UsersIcon size={32} />}
          action={<ButtonLink href={communityPath(tokenName)}>{t('community.toPosts')}</ButtonLink>}
        >
          {t(`community.${kind}.empty.text`)}
        </EmptyState>
      )}
      <ul className="stoa-app-list stoa-app-members">
        {ids.flatMap((id) => {
          const member = members[id]
          if (!member) return []
          const { userId, displayName: name } = member
          const ban = bans[userId]
          const marks = (
            <>
              <RoleBadge role={member.role ?? (member.isPartner ? 'partner' : undefined)} />{' '}
              {ban && <BanMark until={ban.until} kind={ban.kind} />}
            </>
          )
          const points = member.reputation && t('community.members.reputation', { points: member.reputation })
          return (
            <PersonItem
              key={id}
              person={member}
              marks={marks}
              about={
                <>
                  <Since member={member} />
                  {points && ` · ${points}`}
                </>
              }
            >
              {isManaging && !isOwn(viewer, userId) && <MemberMenu {...{ tokenName, userId, name, onDecided }} />}
              {!isManaging && canReportOf(viewer, { tokenName, userId }, clock()).allowed && (
                <ReportMember {...{ tokenName, userId, name }} />
              )}
            </PersonItem>
          )
        })}
      </ul>
      <ListEnd list={list} first={firstMembers(type)} />
    </>
  )
}
