import type { HostedApp } from '../../hosted-app.ts'
import type { ScreenData } from '../../load.ts'

/** Account screens are the same for everyone until the viewer is known, and excluded from search engines. */
export function settingsLoader(
  { t, config }: HostedApp,
  title:
    | 'app.settings'
    | 'app.notificationSettings'
    | 'app.notifications'
    | 'app.accountDeleted'
    | 'app.mergeAccounts'
    | 'app.uploads'
    | 'app.createCommunity'
    | 'app.moderation'
    | 'app.decisions',
) {
  return (): ScreenData => ({ head: { title: `${t(title)} · ${config.domainDisplayName}`, noindex: true } })
}
