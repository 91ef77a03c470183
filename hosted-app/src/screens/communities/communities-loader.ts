import { communities, type ListQuery } from '@stoa/store'
import { loadGrown } from '../../growing-list.ts'
import type { HostedApp } from '../../hosted-app.ts'
import type { LoaderArguments, ScreenData } from '../../load.ts'

/** What the list of communities shows. */
export interface CommunitiesData extends ScreenData {
  list: ListQuery
}

/** Loads the list of all communities, largest first. */
export function communitiesLoader(app: HostedApp) {
  const { config, t } = app
  return async ({ request: { url } }: LoaderArguments): Promise<CommunitiesData> => {
    const list = await loadGrown(app, communities(), { url })
    const title = `${t('communities.title')} · ${config.domainDisplayName}`
    return { list, head: { title, canonicalPath: '/bbs/picker' } }
  }
}
