import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/find-chromium.mjs'

/** Every story, rendered in Chromium and judged by axe. Its play function runs too, where it has one. */
export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook' })],
  test: {
    name: 'stories',
    // Several waits of up to 15 seconds, which a busy machine may need.
    testTimeout: 60_000,
    // Stories hold no state outside their page part; one page for many files takes half the time.
    isolate: false,
    // A page uses one core.
    maxWorkers: 2,
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
})
