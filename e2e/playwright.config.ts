import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'
import { freePort } from '../scripts/services/child.mjs'
import { dataOf, forumPort, forumPorts, serverSettings } from './server-settings.ts'

const root = resolve(import.meta.dirname, '..')

const WORKERS = 2

// Workers read this file again and have to get the same ports and folders; other programs read it, too.
process.env.STOA_E2E_RUN ??= String(Date.now())
process.env.STOA_E2E_PORTS ??= (await Promise.all(Array.from({ length: WORKERS }, freePort))).join()

/** Journeys through the built server with its demonstration. Each worker has a forum of its own, as its files follow each other. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalTeardown: './remove-data.ts',
  workers: WORKERS,
  // `npm test` runs what failed once more and names it; a second mechanism here would hide it.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE
    ? [['list'], ['json'], ['../scripts/testing/open-tests-reporter.mjs']]
    : 'list',
  // Generous: a journey that fails by its time alone says only how busy the machine is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${forumPort()}`,
    // Recording every journey costs a third of their time: a trace is made of what `npm test` runs a second time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Third-party cookies are blocked, as they are for most readers.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--test-third-party-cookie-phaseout'],
    },
  },
  webServer: forumPorts().map((port) => ({
    command: 'node --enable-source-maps server/dist/main.js',
    cwd: root,
    url: `http://localhost:${port}/readyz`,
    env: serverSettings({ port, data: dataOf(port) }),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  })),
})
