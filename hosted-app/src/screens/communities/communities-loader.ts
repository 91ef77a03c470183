import { type CommunitySort } from '@stoa/contract'
import { communities, type ListQuery } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown } from '../../list-length.ts'
import { readDirectoryQuery } from '../../paths.ts'
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
    const list = await loadGrown(app, communities(params), { url })
    const title = `${t('app.communities')} · ${config.domainDisplayName}`
    const noindex = query === '' ? {} : { noindex: true }
    return { sort, query, list, head: { title, canonicalPath: '/bbs/picker', ...noindex } }
  }
}
