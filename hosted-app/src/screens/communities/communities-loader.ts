import { COMMUNITIES_PAGE_SIZE, type CommunitySort, FORUM_FEED_PATH } from '@stoa/contract'
import { communities, type ListQuery } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, pageLinks } from '../../list-length.ts'
import { directoryPath, readDirectoryQuery } from '../../paths.ts'
import type { LoaderArguments, ScreenData } from '../../screen-data.ts'

/** Data of the list of communities. */
export interface CommunitiesData extends ScreenData {
  sort: CommunitySort
  /** Search text; empty for all. */
  query: string
  list: ListQuery
}

/** Loads the list of communities according to its address. */
export function communitiesLoader(app: HostedApp) {
  const { config, t } = app
  return async ({ request: { url } }: LoaderArguments): Promise<CommunitiesData> => {
    const { sort, query } = readDirectoryQuery(new URL(url).searchParams)
    const params = { ...(sort === 'members' ? {} : { sort }), ...(query === '' ? {} : { query }) }
    const list = await loadGrown(app, communities(params), { url, first: COMMUNITIES_PAGE_SIZE })
    const title = `${t('app.communities')} · ${config.domainDisplayName}`
    const noindex = query === '' ? {} : { noindex: true }
    const links = pageLinks(app.stoa, { list, url, path: directoryPath({ sort, query }) })
    return { sort, query, list, head: { title, feedPath: FORUM_FEED_PATH, ...links, ...noindex } }
  }
}
