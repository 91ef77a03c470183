import { communities } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import { loadScreenList, type ScreenData } from '../../load.ts'

/** Loads the list of all communities, largest first. */
export function communitiesLoader({ stoa, config }: HostedApp) {
  return async (): Promise<ScreenData> => {
    await loadScreenList(stoa, communities(), { force: true })
    return { head: { title: `${config.domainDisplayName}: communities`, canonicalPath: '/bbs/picker' } }
  }
}
