import {
  CommentStatus,
  CommunityStatus,
  canEditChecks,
  canEditCommunity,
  canListPendingPosts,
  communityPath,
  moderates,
  PostStatus,
} from '@stoa/contract'
import { feed, pendingComments } from '@stoa/store'
import { useActions, useCommunity, useList, useManages, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { Avatar, Banner, TabLinks, useTranslate } from '@stoa/ui'
import { ToggleButton } from '../../shell/toggle-button.tsx'
import { BannedNotice } from './banned-notice.tsx'
import { communityMessages } from './community-messages.ts'
import type { CommunityTab } from './community-tab-loader.ts'

/** Name, numbers, joining and tabs of a community, the same above each of its tabs. */
export function CommunityHeader({ tokenName, tab }: { tokenName: string; tab: 'posts' | CommunityTab }) {
  const t = useTranslate(communityMessages)
  const community = useCommunity(tokenName)
  const viewer = useViewer() ?? null
  const manages = useManages(tokenName)
  const { clock } = useStoa()
  const waiting = useWaiting(tokenName)
  if (!community) return null
  const home = communityPath(tokenName)
  const isArchived = community.publishStatus === CommunityStatus.archived
  const tabs = [
    { id: 'posts', href: home, label: t('community.posts') },
    { id: 'about', href: `${home}/tab/about`, label: t('community.about') },
    { id: 'holders', href: `${home}/tab/holders`, label: t('community.members') },
    // At the end, so that nothing moves when it is known who is looking.
    ...(canListPendingPosts(viewer, tokenName).allowed
      ? [{ id: 'pending', href: `${home}/tab/pending`, label: t('community.pending'), count: waiting || null }]
      : []),
    ...(canListPendingPosts(viewer, tokenName).allowed
      ? [{ id: 'reports', href: `${home}/tab/reports`, label: t('community.reports') }]
      : []),
    ...(manages ? [{ id: 'activity', href: `${home}/tab/activity`, label: t('community.activity') }] : []),
    ...(canEditCommunity(viewer, tokenName, clock()).allowed ||
    canEditChecks(viewer, { tokenName, scope: 'community' }, clock()).allowed
      ? [{ id: 'settings', href: `${home}/admin-settings`, label: t('community.settings') }]
      : []),
  ]
  return (
    <>
      <header className="stoa-app-community">
        <Avatar id={tokenName} name={community.title} src={community.logoImageURI} size="l" />
        <div className="stoa-app-community-name">
          <h1 className="stoa-app-title" dir="auto">
            {community.title}
          </h1>
          <p className="stoa-app-muted">
            {t('community.numbers', { members: community.numberOfMembers, posts: community.totalPosts })}
          </p>
        </div>
        {(!isArchived || viewer?.joinedCommunities.includes(tokenName)) && <JoinButton tokenName={tokenName} />}
        {community.about && tab !== 'about' && (
          <p className="stoa-app-community-about" dir="auto">
            {community.about}
          </p>
        )}
        <TabLinks label={community.title} tabs={tabs} current={tabs.some(({ id }) => id === tab) ? tab : 'settings'} />
      </header>
      {isArchived && <Banner>{t('community.archived')}</Banner>}
      <BannedNotice tokenName={tokenName} />
    </>
  )
}

/** How much of what was loaded waits for the viewer's decision; 0 for everybody else. */
function useWaiting(tokenName: string): number {
  const viewer = useViewer() ?? null
  const posts = useList(feed({ type: 'pending', tokenName }), { load: canListPendingPosts(viewer, tokenName).allowed })
  const comments = useList(pendingComments(tokenName), { load: moderates(viewer, tokenName) })
  return useStoaState(
    (state) =>
      posts.ids.filter((id) => state.posts[id]?.status === PostStatus.pending).length +
      comments.ids.filter((id) => state.comments[id]?.status === CommentStatus.pending).length,
  )
}

/** Joins or leaves a community. A visitor is led to sign in first, and joins then. */
function JoinButton({ tokenName }: { tokenName: string }) {
  const t = useTranslate(communityMessages)
  const viewer = useViewer()
  const { join } = useActions()
  const joined = viewer?.joinedCommunities.includes(tokenName) ?? false
  return (
    <span className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
      <ToggleButton
        on={joined}
        label={t('community.join')}
        onLabel={t('community.joined')}
        onToggle={() => join({ tokenName, join: !joined })}
      />
    </span>
  )
}
