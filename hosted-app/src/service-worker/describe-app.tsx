import { accentColors } from '@stoa/contract'
import { Button, type Catalogue, createTranslator, directionOf, EmptyState, I18nProvider } from '@stoa/ui'
import { renderToString } from 'react-dom/server'
import type { DomainConfig } from '../hosted-app.ts'
import { messages } from '../messages.ts'
import { createPostPath, MESSAGES_PATH } from '../paths.ts'
import { Logo, OWN_LOGO } from '../shell/logo.tsx'
import { accentStyle } from '../shell/use-accent.ts'
import { LIST_MARK } from './lately.ts'

const appMessages = {
  ...messages,
  'install.shortcut.messages': 'Messages',
  'install.shortcut.notifications': 'Notifications',
  'offline.lately': 'Read lately on this device',
} as const

/** The accent of the tokens, for domains without one. */
const ACCENT = '#0b5563'
/** The logo on this origin, so that it can be kept. */
const KEPT_LOGO = '/apple-touch-icon.png'

/** What the server needs to describe an installed app, and the page that the service worker shows offline. */
export function describeApp({
  config,
  translations,
}: {
  config: DomainConfig
  translations: { texts: Catalogue } | null
}) {
  const { language, defaultTokenName, domainDisplayName, logoLink } = config
  const texts = translations?.texts
  const t = createTranslator({ locale: language, messages: appMessages, translations: texts })
  const direction = directionOf(language)
  const logo = logoLink === OWN_LOGO ? null : KEPT_LOGO
  return {
    direction,
    accent: (config.accent && accentColors(config.accent)?.light.accent) || ACCENT,
    shortcuts: [
      { name: t('install.shortcut.messages'), url: MESSAGES_PATH },
      { name: t('install.shortcut.notifications'), url: '/bbs/notifications' },
      { name: t('app.newPost'), url: createPostPath(defaultTokenName) },
    ],
    offline: {
      root: `lang="${language}" dir="${direction}"`,
      title: escapeText(`${t('error.offline.title')} · ${domainDisplayName}`),
      body: renderToString(
        <I18nProvider locale={language} translations={texts} now={0}>
          <div className="stoa-app" {...accentStyle(config.accent)}>
            <header className="stoa-app-header">
              <a className="stoa-app-brand" href="/">
                <Logo src={logo ?? OWN_LOGO} />
                <span>{domainDisplayName}</span>
              </a>
            </header>
            <main className="stoa-app-main">
              <EmptyState
                level={1}
                title={t('error.offline.title')}
                action={
                  // Without an action, a form opens its page again.
                  <form method="get">
                    <Button type="submit" variant="primary">
                      {t('error.failed.retry')}
                    </Button>
                  </form>
                }
              >
                {t('error.offline.text')}
              </EmptyState>
              <section className="stoa-app-lately">
                <h2>{t('offline.lately')}</h2>
                <ul>{LIST_MARK}</ul>
              </section>
            </main>
          </div>
        </I18nProvider>,
      ),
      logo,
    },
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
