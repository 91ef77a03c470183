import { communityPath } from '@stoa/contract'
import { loadCommunity, members } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, loadScreenList, notFound, orNotFound, type ScreenData } from '../../load.ts'
import { communityHead } from './community-loader.ts'

export type CommunityTab = 'about' | 'holders'

/** What a tab beside the posts shows. */
export interface CommunityTabData extends ScreenData {
  tokenName: string
  tab: CommunityTab
  /** On the holders tab: everybody, or partners only. */
  type: 'all' | 'partner'
}

/** Loads `tab/about` and `tab/holders` (`?type=partner` for partners). */
export function communityTabLoader({ stoa, t }: HostedApp) {
  return async ({ params, request }: LoaderArguments): Promise<CommunityTabData> => {
    const { tab } = params
    if (tab !== 'about' && tab !== 'holders') throw notFound()
    const community = await orNotFound(loadCommunity(stoa, params.token ?? ''))
    const { tokenName } = community
    const type = new URL(request.url).searchParams.get('type') === 'partner' ? 'partner' : 'all'
    if (tab === 'holders') await loadScreenList(stoa, members(tokenName, type), { force: true })
    const head = communityHead(community, `${communityPath(tokenName)}/tab/${tab}`)
    const name = t(tab === 'about' ? 'community.about' : 'community.members')
    return { tokenName, tab, type, head: { ...head, title: `${name} · ${community.title}` } }
  }
}
