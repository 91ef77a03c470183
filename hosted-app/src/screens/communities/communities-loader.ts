import { communities } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { loadScreenList, type ScreenData } from '../../load.ts'

/** Loads the list of all communities, largest first. */
export function communitiesLoader({ stoa, config, t }: HostedApp) {
  return async (): Promise<ScreenData> => {
    await loadScreenList(stoa, communities(), { force: true })
    return { head: { title: `${t('communities.title')} · ${config.domainDisplayName}`, canonicalPath: '/bbs/picker' } }
  }
}
