import {
  type Community,
  CommunityStatus,
  canEditChecks,
  canEditCommunity,
  canListPendingPosts,
  communityPath,
  isBanned,
} from '@stoa/contract'
import { useActions, useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { Avatar, Banner, lazy, Picture, TabLinks, translatable, useLazy, useTranslate, useWritten } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { keepLastCommunity } from '../../shell/last-community.ts'
import { ToggleButton } from '../../shell/toggle-button.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import type { CommunityTab } from './community-tab-loader.ts'
import { communityMessages } from './messages.ts'

const bannedNotice = lazy(async () => (await import('./banned-notice.tsx')).BannedNotice)

type TabLabel = 'posts' | 'polls' | 'video' | 'about' | 'members' | 'leaderboard' | 'reports' | 'settings'

/** Name, counts, join button and tabs of a community, above each of its tabs. */
export function CommunityHeader({ tokenName, tab }: { tokenName: string; tab: 'posts' | CommunityTab }) {
  const t = useTranslate(communityMessages)
  const written = useWritten()
  const community = useCommunity(tokenName)
  const viewer = useViewer() ?? null
  const { clock } = useStoa()
  const waiting = useWaiting(tokenName)
  useEffect(() => keepLastCommunity(tokenName), [tokenName])
  const isBannedHere = isBanned(viewer, tokenName, clock())
  const { code: BannedNotice } = useLazy(bannedNotice, isBannedHere)
  if (!community) return null
  const home = communityPath(community)
  const tabOf = (id: string, label = id as TabLabel) => ({
    id,
    href: `${home}/tab/${id}`,
    label: t(`community.${label}`),
  })
  // The log belongs to the moderators' workspace. Others find a link to it in the description.
  const place = tab !== 'activity' ? tab : waiting === undefined ? 'about' : 'reports'
  const isArchived = community.publishStatus === CommunityStatus.archived
  const isMember = viewer?.joinedCommunities.includes(tokenName) ?? false
  const tabs = [
    { ...tabOf('posts'), href: home },
    tabOf('polls'),
    tabOf('video'),
    tabOf('about'),
    tabOf('holders', 'members'),
    tabOf('leaderboard'),
    ...(canEditCommunity(viewer, tokenName, clock()).allowed ||
    canEditChecks(viewer, { tokenName, scope: 'community' }, clock()).allowed
      ? [{ ...tabOf('settings'), href: `${home}/admin-settings` }]
      : []),
    // At the end, so that its number moves nothing.
    ...(waiting === undefined ? [] : [{ ...tabOf('reports'), ...(waiting && { count: waiting }) }]),
  ]
  const current = tabs.some(({ id }) => id === place) ? place : 'settings'
  return (
    <>
      <header
        className="stoa-app-community"
        data-banner={Boolean(community.bannerImageURI) || undefined}
        data-compact={current === 'settings' || undefined}
      >
        {community.bannerImageURI && (
          <div className="stoa-app-community-banner">
            <Picture src={community.bannerImageURI} alt="" width={1600} height={400} decoding="async" />
          </div>
        )}
        <Avatar id={tokenName} name={community.title} src={community.logoImageURI} size="l" shape="square" />
        <div className="stoa-app-community-name">
          <h1 className="stoa-app-title" {...written(community.title)} tabIndex={-1}>
            {current === 'settings' ? <a href={home}>{community.title}</a> : community.title}
          </h1>
          <p className="stoa-app-muted">
            {translatable(t('community.numbers', { members: community.numberOfMembers, posts: community.totalPosts }))}
          </p>
        </div>
        {current !== 'settings' && !isBannedHere && (!isArchived || isMember) && <JoinButton community={community} />}
        {community.teamSeesEmails && !isArchived && !isMember && (
          <p className="stoa-app-community-notice">{t('community.emailNotice')}</p>
        )}
        {community.about && tab !== 'about' && (
          <p className="stoa-app-community-about" {...written(community.about)}>
            {community.about}
          </p>
        )}
        <TabLinks label={community.title} tabs={tabs} current={current} />
      </header>
      {isArchived && <Banner>{t('community.archived')}</Banner>}
      {BannedNotice && <BannedNotice tokenName={tokenName} />}
    </>
  )
}

/** Number of items waiting for the viewer, up to one page of the queue; undefined for others. */
function useWaiting(tokenName: string): number | null | undefined {
  const viewer = useViewer() ?? null
  const stoa = useStoa()
  const isAsked = canListPendingPosts(viewer, tokenName).allowed
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    setCount(null)
    if (!isAsked) return
    // Only moderators load this code; without it the tab has no number.
    const watching = import('../moderation/watch-queue.ts').then(
      ({ watchQueueLength }) => watchQueueLength(stoa, tokenName, setCount),
      () => () => {},
    )
    return () => void watching.then((stop) => stop())
  }, [stoa, tokenName, isAsked])
  return isAsked ? count : undefined
}

/** Joins or leaves a community. A visitor is asked to sign in first. Leaving can be undone. */
function JoinButton({ community }: { community: Community }) {
  const { tokenName, teamSeesEmails, publishStatus } = community
  const t = useTranslate(communityMessages)
  const { toasts } = useHostedApp()
  const viewer = useViewer()
  const { join } = useActions()
  const alert = useErrorToast()
  const joined = viewer?.joinedCommunities.includes(tokenName) ?? false
  const container = useRef<HTMLSpanElement>(null)
  const isArchived = publishStatus === CommunityStatus.archived
  async function leave(): Promise<void> {
    const title = container.current?.closest('header')?.querySelector('h1')
    await join({ tokenName, join: false })
    // The button is gone.
    if (isArchived) title?.focus({ preventScroll: true })
    // The server keeps the date of joining for some minutes.
    function undo(): void {
      void join({ tokenName, join: true }).catch(alert)
      // The button for undoing disappears.
      container.current?.querySelector('button')?.focus()
    }
    const action = { label: t('community.left.undo'), onAction: undo }
    toasts.show({
      text: t('community.left', { community: community.title }),
      ...(!isArchived && { action }),
    })
  }
  return (
    <span ref={container} className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
      <ToggleButton
        on={joined}
        label={t('community.join')}
        onLabel={t('community.joined')}
        onToggle={() =>
          joined ? leave() : join({ tokenName, join: true, ...(teamSeesEmails && { sawEmailNotice: true }) })
        }
      />
    </span>
  )
}
