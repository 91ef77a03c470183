import {
  type CallOutput,
  type Community,
  communityPath,
  isolated,
  LEADERBOARD_PERIOD,
  LEADERBOARD_PERIODS,
  type LeaderboardPeriod,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
} from '@stoa/contract'
import { feed, type ListQuery, loadCommunity, members } from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, pageLinks } from '../../list-length.ts'
import { type LoaderArguments, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'
import { sideOfCommunity } from '../../side/side.tsx'
import { communityHead, sendFromFormer } from './community-loader.ts'

/** Settings sections; `settings` is their list. */
const SETTINGS_TABS = [
  'settings',
  'general',
  'topics',
  'posting',
  'rules',
  'members',
  'moderation',
  'featured',
  'webhooks',
  'cashier',
  'archive',
  'transfer',
  'start',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]
/** Posts with a poll or a video. */
export type ContentTab = 'polls' | 'video'
export type CommunityTab = 'about' | ContentTab | 'holders' | 'leaderboard' | 'reports' | 'activity' | SettingsTab

/** Data of a community's other tabs. */
export interface CommunityTabData extends ScreenData {
  tokenName: string
  tab: CommunityTab
  /** On the holders tab: everyone, partners only, or banned people. */
  type: 'all' | 'partner' | 'banned'
  /** The members; null on other tabs. Private lists are loaded by their tab, once the viewer is known. */
  list: ListQuery | null
  /** The posts of a content tab. */
  posts: ListQuery | null
  /** On the leaderboard tab: the ranking and its period. */
  leaderboard: (CallOutput<'communityLeaderboard'> & { period: LeaderboardPeriod }) | null
}

const NAMES = {
  about: 'community.about',
  polls: 'community.polls',
  video: 'community.video',
  holders: 'community.members',
  leaderboard: 'community.leaderboard',
  reports: 'community.reports',
  activity: 'community.activity',
} as const
const CONTENT = { polls: 'withPoll', video: 'withVideo' } as const
const SETTINGS: ReadonlySet<string> = new Set(SETTINGS_TABS)
/** Tabs for managers and moderators. */
const INNER: ReadonlySet<CommunityTab> = new Set<CommunityTab>(['reports', 'activity', ...SETTINGS_TABS])

export const isSettingsTab = (tab: CommunityTab): tab is SettingsTab => SETTINGS.has(tab)
export const isContentTab = (tab: CommunityTab): tab is ContentTab => Object.hasOwn(CONTENT, tab)

/** Values of `?type=` on the holders tab. */
export const MEMBER_TYPES = ['partner', 'banned'] as const

const isTab = (tab: string | undefined): tab is CommunityTab =>
  tab !== undefined && (SETTINGS.has(tab) || Object.hasOwn(NAMES, tab))

/** Items on the first page of the holders tab. Partners are shuffled within a page, so all of them come at once. */
export const firstMembers = (type: CommunityTabData['type']) => (type === 'partner' ? PAGE_SIZE_MAX : PAGE_SIZE)

/** The path of a tab; settings have their own prefix. */
const communityTabPath = (community: Community, tab: CommunityTab) =>
  communityPath(community) +
  (tab === 'settings' ? '/admin-settings' : `/${SETTINGS.has(tab) ? 'admin-settings' : 'tab'}/${tab}`)

/**
 * Loads `admin-settings` and its sections, `tab/about`, `tab/polls`, `tab/video`, `tab/holders` (`?type=partner` for
 * partners), `tab/leaderboard` (`?period=week`), `tab/reports` and `tab/activity`.
 */
export function communityTabLoader(app: HostedApp) {
  const { stoa, t } = app
  return async ({ params, request }: LoaderArguments): Promise<CommunityTabData> => {
    const isSettings = /\/admin-settings(\/|$)/.test(new URL(request.url).pathname)
    // Formerly a separate list.
    if (params.tab === 'pending') throw redirect(`${communityPath(params.token ?? '')}/tab/reports?kind=pending`, 301)
    const tab = params.tab?.toLowerCase() ?? (isSettings ? 'settings' : undefined)
    if (!isTab(tab) || (tab === 'settings' && params.tab !== undefined) || isSettings !== SETTINGS.has(tab))
      throw notFound()
    const community = await orNotFound(loadCommunity(stoa, params.token ?? ''))
    sendFromFormer(community, { token: params.token, url: request.url })
    // Other spellings, such as `tab/Activity`.
    if (params.tab !== undefined && params.tab !== tab)
      throw redirect(communityTabPath(community, tab) + new URL(request.url).search, 301)
    const { tokenName } = community
    const requestedType = new URL(request.url).searchParams.get('type')
    const type = MEMBER_TYPES.find((one) => one === requestedType) ?? 'all'
    const isPublic = tab === 'holders' && type !== 'banned'
    const list = isPublic
      ? await loadGrown(app, members(tokenName, type), { url: request.url, first: firstMembers(type) })
      : null
    const posts = isContentTab(tab)
      ? await loadGrown(app, feed({ type: CONTENT[tab], tokenName }), { url: request.url })
      : null
    const leaderboard = tab === 'leaderboard' ? await loadLeaderboard(tokenName, request.url) : null
    const path = communityTabPath(community, tab) + (tab === 'holders' && type === 'partner' ? '?type=partner' : '')
    const shown = list ?? posts
    const links = shown ? pageLinks(stoa, { list: shown, url: request.url, path }) : { canonicalPath: path }
    const head = { ...communityHead(community), ...links }
    const title = `${t(isSettingsTab(tab) ? 'community.settings' : NAMES[tab])} · ${isolated(community.title)}`
    return {
      tokenName,
      tab,
      type,
      list,
      posts,
      leaderboard,
      // Settings show their navigation instead.
      // The moderators' workspace has panels of its own.
      ...(isSettings || tab === 'reports' ? {} : { side: sideOfCommunity(tokenName) }),
      head: { ...head, title, ...(INNER.has(tab) || type === 'banned' ? { noindex: true } : {}) },
    }
  }
  async function loadLeaderboard(tokenName: string, url: string) {
    const requestedPeriod = new URL(url).searchParams.get('period')
    const period = LEADERBOARD_PERIODS.find((one) => one === requestedPeriod) ?? LEADERBOARD_PERIOD
    return { ...(await stoa.client.call('communityLeaderboard', { tokenName, period })), period }
  }
}
