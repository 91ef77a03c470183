import type { HostedApp } from '../../hosted-app.ts'
import { type LoaderArguments, notFound, type ScreenData } from '../../screen-data.ts'

const SECTIONS = [
  'profile',
  'security',
  'sessions',
  'api-keys',
  'messages',
  'keyboard',
  'hidden',
  'merge',
  'data',
] as const
/** A page of an account's settings; the last three have addresses of their own. */
export type AccountSection = (typeof SECTIONS)[number] | 'notifications' | 'uploads' | 'decisions'

/** Account screens are the same for everyone until the viewer is known, and excluded from search engines. */
export function settingsLoader(
  { t, config }: HostedApp,
  title:
    | 'app.settings'
    | 'app.notificationSettings'
    | 'app.feed'
    | 'app.notifications'
    | 'app.messages'
    | 'app.accountDeleted'
    | 'app.mergeAccounts'
    | 'app.uploads'
    | 'app.createCommunity'
    | 'app.moderation'
    | 'app.networkAdmin'
    | 'app.insetStates'
    | 'app.decisions'
    | 'app.wallet',
) {
  return ({ params: { section } }: LoaderArguments): ScreenData => {
    const knownSection = SECTIONS.find((one) => one === section)
    if (section !== undefined && !knownSection) throw notFound()
    const names = [...(knownSection ? [t(`settings.to.${knownSection}`)] : []), t(title), config.domainDisplayName]
    return { head: { title: names.join(' · '), noindex: true } }
  }
}

/** The wallet, which domains without money don't have. */
export function walletLoader(app: HostedApp) {
  const load = settingsLoader(app, 'app.wallet')
  return (about: LoaderArguments): ScreenData => {
    if (!app.config.money) throw notFound()
    return load(about)
  }
}
