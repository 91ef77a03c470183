import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/find-chromium.mjs'

/** Every story, rendered in Chromium and judged by axe, once per theme. Its play function runs too, where it has one. */
export default defineConfig({
  test: {
    projects: (['light', 'dark'] as const).map((theme) => ({
      plugins: [storybookTest({ configDir: '.storybook', initialGlobals: { theme } })],
      test: {
        name: `stories-${theme}`,
        // Stories hold no state outside their page part; one page for all takes half the time.
        isolate: false,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({
            launchOptions: {
              executablePath: findChromium(),
              args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
            },
          }),
          instances: [{ browser: 'chromium' as const }],
        },
      },
    })),
  },
})
