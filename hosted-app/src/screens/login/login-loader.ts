import type { HostedApp } from '../../hosted-app.ts'
import type { ScreenData } from '../../screen-data.ts'

/** Sign-in and sign-up pages are the same for everyone and excluded from search engines. */
export function loginLoader({ t, config }: HostedApp, title: 'app.login' | 'app.signUp' | 'app.password') {
  return (): ScreenData => ({ head: { title: `${t(title)} · ${config.domainDisplayName}`, noindex: true } })
}
