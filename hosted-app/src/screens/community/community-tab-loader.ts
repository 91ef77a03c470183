import { communityPath, PAGE_SIZE, PAGE_SIZE_MAX } from '@stoa/contract'
import { type ListQuery, loadCommunity, members } from '@stoa/store'
import { loadGrown } from '../../growing-list.ts'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, notFound, orNotFound, type ScreenData } from '../../load.ts'
import { communityHead } from './community-loader.ts'

export type CommunityTab = 'about' | 'holders' | 'pending' | 'activity' | 'topics'

/** What a tab beside the posts shows. */
export interface CommunityTabData extends ScreenData {
  tokenName: string
  tab: CommunityTab
  /** On the holders tab: everybody, partners only, or who is banned. */
  type: 'all' | 'partner' | 'banned'
  /** The members; none on the other tabs. What not everybody may see is fetched by its tab, once it is known who is looking. */
  list: ListQuery | null
}

const NAMES = {
  about: 'community.about',
  holders: 'community.members',
  pending: 'community.pending',
  activity: 'community.activity',
  topics: 'community.topics',
} as const
/** Tabs of those who decide. */
const INNER: ReadonlySet<CommunityTab> = new Set(['pending', 'activity', 'topics'])

/** What `?type=` of the holders tab may be. */
export const MEMBER_TYPES = ['partner', 'banned'] as const

const isTab = (tab: string | undefined): tab is CommunityTab => tab !== undefined && Object.hasOwn(NAMES, tab)

/** People on the first page of the holders tab: partners are shuffled within a page, so all of them come at once. */
export const firstMembers = (type: CommunityTabData['type']) => (type === 'partner' ? PAGE_SIZE_MAX : PAGE_SIZE)

/** Where a tab stands: what changes the community is under its settings. */
const communityTabPath = (tokenName: string, tab: CommunityTab) =>
  `${communityPath(tokenName)}/${tab === 'topics' ? 'admin-settings' : 'tab'}/${tab}`

/** Loads `admin-settings/topics`, `tab/about`, `tab/holders` (`?type=partner` for partners), `tab/pending` and `tab/activity`. */
export function communityTabLoader(app: HostedApp) {
  const { stoa, t } = app
  return async ({ params, request }: LoaderArguments): Promise<CommunityTabData> => {
    const { tab } = params
    const isSettings = new URL(request.url).pathname.includes('/admin-settings/')
    if (!isTab(tab) || isSettings !== (tab === 'topics')) throw notFound()
    const community = await orNotFound(loadCommunity(stoa, params.token ?? ''))
    const { tokenName } = community
    const asked = new URL(request.url).searchParams.get('type')
    const type = MEMBER_TYPES.find((one) => one === asked) ?? 'all'
    const isPublic = tab === 'holders' && type !== 'banned'
    const list = isPublic
      ? await loadGrown(app, members(tokenName, type), { url: request.url, first: firstMembers(type) })
      : null
    const head = communityHead(community, communityTabPath(tokenName, tab))
    const title = `${t(NAMES[tab])} · ${community.title}`
    return {
      tokenName,
      tab,
      type,
      list,
      head: { ...head, title, ...(INNER.has(tab) || type === 'banned' ? { noindex: true } : {}) },
    }
  }
}
