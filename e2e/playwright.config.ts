import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'
import { freePort } from '../scripts/services/child.mjs'
import { scratchFolder } from '../scripts/services/scratch.mjs'
import { dataOf, forumPort, forumPorts, serverSettings } from './support/server-settings.ts'

const root = resolve(import.meta.dirname, '..')

/** More than the number of cores, because journeys spend much of their time waiting. */
const WORKERS = 4

// In the environment, because workers and other programs read this file again and need the same ports and folders.
process.env.TMPDIR = scratchFolder()
process.env.STOA_E2E_RUN ??= String(Date.now())
process.env.STOA_E2E_PORTS ??= (await Promise.all(Array.from({ length: WORKERS }, freePort))).join()

/**
 * Journeys on the built server with its demonstration. Each worker has its own forum, because its files run one after
 * another.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './support/forums.ts',
  workers: WORKERS,
  // `npm test` reruns failures and reports them; retries here would hide them.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE
    ? [['list'], ['json'], ['../scripts/testing/open-tests-reporter.mjs']]
    : 'list',
  // Generous, so that journeys don't fail only because the machine is busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${forumPort()}`,
    // A press that can't be made names its target, instead of using up the journey's time.
    actionTimeout: 45_000,
    // Tracing takes a third of the time. `npm test` traces only the journeys that it reruns.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Third-party cookies are blocked, as for most readers.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--test-third-party-cookie-phaseout'],
    },
  },
  // Without `url`, for which Playwright would wait before it starts the next one.
  webServer: forumPorts().map((port) => ({
    command: 'node --enable-source-maps server/dist/main.js',
    cwd: root,
    env: serverSettings({ port, data: dataOf(port) }),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  })),
})
