import { loadCommunity } from '@stoa/store'
import type { HostedApp } from '../../hosted-app.ts'
import type { ScreenData } from '../../screen-data.ts'

/** The guide. */
export function setupLoader({ t, config }: HostedApp) {
  return (): ScreenData => ({ head: { title: `${t('app.setup')} · ${config.domainDisplayName}`, noindex: true } })
}

/** Any page while the forum is being set up: says so with the community's name and logo. */
export function beingSetUpLoader({ t, config, stoa }: HostedApp) {
  return async (): Promise<ScreenData> => {
    await loadCommunity(stoa, config.defaultTokenName).catch(() => {})
    return { head: { title: t('app.beingSetUp'), noindex: true } }
  }
}
