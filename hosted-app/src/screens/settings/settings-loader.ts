import type { HostedApp } from '../../hosted-app.ts'
import type { ScreenData } from '../../load.ts'

/** Screens of one's own account say the same to everybody until it is known who reads, and stay out of search engines. */
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
