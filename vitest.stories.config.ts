import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { filesUnder } from './scripts/build/fingerprint.mjs'
import { findChromium } from './scripts/find-chromium.mjs'

/** A page uses one core, so each of two pages takes half of the files. */
const stories = filesUnder(['.storybook', 'packages', 'hosted-app']).filter((file) => file.endsWith('.stories.tsx'))
const halves = [0, 1].map((half) => stories.filter((_, index) => index % 2 === half))

/** Every story, rendered in Chromium and judged by axe. Its play function runs too, where it has one. */
export default defineConfig({
  test: {
    projects: halves.map((_, half) => ({
      plugins: [storybookTest({ configDir: '.storybook' })],
      test: {
        name: `stories-${half + 1}`,
        exclude: halves[1 - half] ?? [],
        // Several waits of up to 15 seconds, which a busy machine may need.
        testTimeout: 60_000,
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
