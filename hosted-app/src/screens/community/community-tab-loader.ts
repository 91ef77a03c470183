import { communityPath } from '@stoa/contract'
import { type ListQuery, loadCommunity, members } from '@stoa/store'
import { loadGrown } from '../../growing-list.ts'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, notFound, orNotFound, type ScreenData } from '../../load.ts'
import { communityHead } from './community-loader.ts'

export type CommunityTab = 'about' | 'holders' | 'pending'

/** What a tab beside the posts shows. */
export interface CommunityTabData extends ScreenData {
  tokenName: string
  tab: CommunityTab
  /** On the holders tab: everybody, or partners only. */
  type: 'all' | 'partner'
  /** The members; none on the other tabs. What waits for approval is fetched by its tab, once it is known who is looking. */
  list: ListQuery | null
}

const NAMES = { about: 'community.about', holders: 'community.members', pending: 'community.pending' } as const

/** Loads `tab/about`, `tab/holders` (`?type=partner` for partners) and `tab/pending`. */
export function communityTabLoader(app: HostedApp) {
  const { stoa, t } = app
  return async ({ params, request }: LoaderArguments): Promise<CommunityTabData> => {
    const { tab } = params
    if (tab !== 'about' && tab !== 'holders' && tab !== 'pending') throw notFound()
    const community = await orNotFound(loadCommunity(stoa, params.token ?? ''))
    const { tokenName } = community
    const type = new URL(request.url).searchParams.get('type') === 'partner' ? 'partner' : 'all'
    const list = tab === 'holders' ? await loadGrown(app, members(tokenName, type), { url: request.url }) : null
    const head = communityHead(community, `${communityPath(tokenName)}/tab/${tab}`)
    const title = `${t(NAMES[tab])} · ${community.title}`
    return { tokenName, tab, type, list, head: { ...head, title, ...(tab === 'pending' ? { noindex: true } : {}) } }
  }
}
