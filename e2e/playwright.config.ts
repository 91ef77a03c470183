import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'
import { freePort } from '../scripts/services/child.mjs'
import { serverSettings } from './server-settings.ts'

const root = resolve(import.meta.dirname, '..')
const data = resolve(root, '.cache/e2e-data')

// Workers read this file again and have to get the same port.
process.env.STOA_E2E_PORT ??= String(await freePort())
if (!process.env.TEST_WORKER_INDEX) rmSync(data, { recursive: true, force: true })
const url = `http://localhost:${process.env.STOA_E2E_PORT}`

/** Journeys through the built server with its demonstration, one Chromium at a time. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  workers: 1,
  // `npm test` runs what failed once more and names it; a second mechanism here would hide it.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  timeout: 30_000,
  use: {
    baseURL: url,
    // Recording every journey costs a third of their time: a trace is made of what `npm test` runs a second time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Third-party cookies are blocked, as they are for most readers.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--test-third-party-cookie-phaseout'],
    },
  },
  webServer: {
    command: 'node --enable-source-maps server/dist/main.js',
    cwd: root,
    url: `${url}/readyz`,
    env: serverSettings({ port: Number(process.env.STOA_E2E_PORT), data }),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
