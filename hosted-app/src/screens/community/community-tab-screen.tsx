import { canEditCommunity, canListPendingPosts, communityFeedPath, communityPath, hasPermission } from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, FilterChips, InfoIcon, RulesList, useTranslate, useWritten } from '@stoa/ui'
import { useLoaderData } from 'react-router'
import { ListSkeleton } from '../../shell/list-parts.tsx'
import { Workspace } from '../moderation/workspace.tsx'
import { CommunityHeader } from './community-header.tsx'
import { type CommunityTabData, isContentTab, isSettingsTab } from './community-tab-loader.ts'
import { CommunityContent } from './feed/community-content.tsx'
import { Leaderboard } from './leaderboard/leaderboard.tsx'
import { ActivityLog } from './log/activity-log.tsx'
import { BannedPeople } from './members/banned-people.tsx'
import { MemberList } from './members/member-list.tsx'
import { communityTabMessages } from './messages.ts'
import { NotAllowed } from './not-allowed.tsx'
import { CommunitySettings } from './settings/community-settings.tsx'

/** A community's description, its members, and its moderation queue. */
export function CommunityTabScreen() {
  const { tokenName, tab, type, list, posts, leaderboard } = useLoaderData() as CommunityTabData
  const moderates = canListPendingPosts(useViewer() ?? null, tokenName).allowed
  const header = <CommunityHeader tokenName={tokenName} tab={tab} />
  if (tab === 'reports' && moderates) return <Workspace tokenName={tokenName} head={header} />
  if (tab === 'activity' && moderates) {
    return <Workspace tokenName={tokenName} head={header} log={<ActivityLog tokenName={tokenName} />} />
  }
  return (
    <>
      {header}
      {tab === 'about' && <About tokenName={tokenName} />}
      {posts && isContentTab(tab) && <CommunityContent tokenName={tokenName} tab={tab} list={posts} />}
      {leaderboard && <Leaderboard tokenName={tokenName} board={leaderboard} />}
      {tab === 'reports' && <NoQueue tokenName={tokenName} />}
      {isSettingsTab(tab) && <CommunitySettings tokenName={tokenName} tab={tab} />}
      {tab === 'activity' && <ActivityLog tokenName={tokenName} />}
      {tab === 'holders' && <Kinds tokenName={tokenName} type={type} />}
      {tab === 'holders' && type === 'banned' && <BannedPeople tokenName={tokenName} />}
      {list && type !== 'banned' && (
        <MemberList key={`${tokenName} ${type}`} tokenName={tokenName} type={type} list={list} />
      )}
    </>
  )
}

function About({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityTabMessages)
  const written = useWritten()
  const community = useCommunity(tokenName)
  const { about = '', rules = [] } = community ?? {}
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const home = communityPath(community ?? tokenName)
  return about !== '' || rules.length > 0 ? (
    <>
      {about !== '' && (
        <p className="stoa-app-about" {...written(about)}>
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
        <a href={`${home}/tab/activity`}>{t('community.activity')}</a> ·{' '}
        <a href={communityFeedPath(community ?? tokenName)}>{t('community.feed')}</a>
      </p>
    </>
  ) : (
    <EmptyState
      title={t('community.about.empty')}
      icon={<InfoIcon size={32} />}
      action={
        canEditCommunity(viewer, tokenName, clock()).allowed && (
          <ButtonLink href={`${home}/admin-settings/general`}>{t('community.about.write')}</ButtonLink>
        )
      }
    />
  )
}

/** Links to all members, partners, and banned people for those who ban. */
function Kinds({ tokenName, type }: Pick<CommunityTabData, 'tokenName' | 'type'>) {
  const t = useTranslate(communityTabMessages)
  const viewer = useViewer() ?? null
  const path = `${communityPath(useCommunity(tokenName) ?? tokenName)}/tab/holders`
  const kinds = [
    { type: 'all', href: path, label: t('community.members.all') },
    { type: 'partner', href: `${path}?type=partner`, label: t('community.members.partners') },
    ...(hasPermission(viewer, tokenName, 'banUser')
      ? [{ type: 'banned', href: `${path}?type=banned`, label: t('community.members.banned') }]
      : []),
  ]
  return (
    <FilterChips
      label={t('community.members')}
      options={kinds.map((kind) => ({ ...kind, value: kind.type }))}
      value={type}
    />
  )
}

/** `tab/reports`, before the viewer is known or for those who don't moderate the community. */
function NoQueue({ tokenName }: { tokenName: string }) {
  return useViewer() === undefined ? <ListSkeleton withAvatar /> : <NotAllowed tokenName={tokenName} what="queue" />
}
