import { EXAMPLE_NOW } from '@stoa/contract/fixtures'
import { type Catalogue, directionOf, I18nProvider } from '@stoa/ui'
import type { Preview } from '@storybook/react-vite'
import axe from 'axe-core'
import { useEffect } from 'react'
import { configure, expect } from 'storybook/test'
import { withoutUndefined } from './arg-types.ts'
import { DocsPage } from './docs-page.tsx'
import { PSEUDO, textsOf } from './texts.ts'

// The embed's sheet is for shadow roots, and made of these.
import.meta.glob(['../packages/*/src/styles.css', '!../packages/embed/**', '../hosted-app/src/styles.css'], {
  eager: true,
})

/** Whether stories are run as tests; the addon sets this, to "true" for those of its panel. */
const IS_TEST = import.meta.env.VITEST_STORYBOOK === 'false'

// A failure caused only by time shows how busy the machine is. The default is a second.
if (IS_TEST) configure({ asyncUtilTimeout: 15_000 })

/** As axe's default, without what passes or doesn't apply: to send that to the terminal takes a tenth of the time. */
const onlyViolations: axe.AxeReporter = (results, options, ...[resolve, reject]) =>
  axe.getReporter<axe.AxeResults>('v1')(results, options, ({ violations }) => resolve({ violations }), reject)
/** Tests need only the violations; to name every element that passes takes a quarter of their time. */
const TEST_OPTIONS = { resultTypes: ['violations'], reporter: onlyViolations }

/** Shows what is on the page in the other theme, without transitions. */
function turn(theme: 'light' | 'dark', from: 'light' | 'dark') {
  const turned = [...document.querySelectorAll<HTMLElement>(`[data-stoa-theme='${from}']`)]
  for (const element of turned) element.dataset.stoaTheme = theme
  // A document doesn't list what moves in its shadow roots.
  for (const root of [document, ...turned.flatMap(({ shadowRoot }) => shadowRoot ?? [])])
    for (const animation of root.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
}

/** Languages with texts; those of which only numbers, dates and plurals are shown; and one that nobody speaks. */
const LOCALES = [
  ...['en', 'de', 'fr', 'es', 'he', 'ar', 'fa', 'ckb', 'ja'].map((value) => ({ value, title: value })),
  { value: PSEUDO, title: 'Pseudo-language' },
]

const preview: Preview = {
  tags: ['autodocs'],
  argTypesEnhancers: [withoutUndefined],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error', options: IS_TEST ? TEST_OPTIONS : {} },
    controls: { matchers: { date: /At$/ } },
    docs: { page: DocsPage },
    options: {
      storySort: {
        order: [
          'Foundations',
          ['Introduction', 'Colors', 'Type', 'Space and shape', 'Icons', 'Themes'],
          'UI',
          ['All together'],
          'Reactions',
          'Poll',
          'Comments',
          'Post feed',
          'Post view',
          'Login',
          'Embed',
          'Forum',
          '*',
        ],
      },
    },
  },
  initialGlobals: { theme: 'light', density: 'normal', locale: 'en', direction: 'auto' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true },
    },
    density: {
      description: 'Density',
      toolbar: { icon: 'component', items: ['normal', 'compact'], dynamicTitle: true },
    },
    locale: {
      description: 'Language',
      toolbar: { icon: 'globe', items: LOCALES, dynamicTitle: true },
    },
    direction: {
      description: 'Writing direction',
      toolbar: { icon: 'transfer', items: ['auto', 'ltr', 'rtl'], dynamicTitle: true },
    },
  },
  // In tests, the colors of the same page are judged in dark as well. No other rule depends on the theme.
  async afterEach({ globals }) {
    if (!IS_TEST || globals.theme === 'dark') return
    turn('dark', 'light')
    const { violations } = await axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })
    turn('light', 'dark')
    await expect(
      violations.flatMap(({ nodes }) => nodes.map(({ failureSummary, html }) => `${failureSummary}: ${html}`)),
    ).toEqual([])
  },
  // Stories that set a language themselves keep English texts, which their steps look for.
  loaders: [
    async ({ globals, storyGlobals }) => ({
      texts: storyGlobals.locale === undefined ? await textsOf(String(globals.locale)) : undefined,
    }),
  ],
  decorators: [
    (Story, { globals, parameters, viewMode, loaded }) => {
      const { theme, density, locale, direction } = globals as Record<string, string>
      // The room that a component has in a page: `parameters: { width: '20rem' }`. Default: all there is.
      const { width } = parameters as { width?: string }
      const dir = direction === 'ltr' || direction === 'rtl' ? direction : directionOf(locale ?? 'en')
      useEffect(() => {
        // On the root as well, because dialogs and the page behind them are outside the frame below.
        Object.assign(document.documentElement, { dir, lang: locale })
        document.documentElement.dataset.stoaTheme = theme
      }, [dir, locale, theme])
      return (
        <I18nProvider locale={locale ?? 'en'} translations={loaded.texts as Catalogue | undefined} now={EXAMPLE_NOW}>
          <div className="stoa-root" dir={dir} lang={locale} data-stoa-theme={theme} data-stoa-density={density}>
            <div style={{ padding: 24, minBlockSize: viewMode === 'story' ? '100vh' : 'auto' }}>
              <div style={{ maxInlineSize: width, marginInline: 'auto' }}>
                <Story />
              </div>
            </div>
          </div>
        </I18nProvider>
      )
    },
  ],
}

export default preview
