import { chmodSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import { stoaCommand } from '../../../test/stoa-command.ts'
import { readConfig } from '../../config.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { diagnose, type Finding } from './doctor.ts'
import { checkStorage } from './services.ts'

let stoa: TestApp
let settings: Record<string, string>
beforeAll(async () => {
  stoa = await startTestApp()
  settings = { ...stoa.settings, STOA_URL: stoa.url, PORT: new URL(stoa.url).port }
  chmodSync(String(settings.STOA_DATA), 0o700)
})
afterAll(() => stoa?.close())

async function findings(changes: Record<string, string> = {}): Promise<Record<string, Finding>> {
  return Object.fromEntries((await diagnose({ ...settings, ...changes })).map((finding) => [finding.name, finding]))
}

test('each part of an installation is checked, and text and JSON say the same', async () => {
  const { code, out } = await stoaCommand(settings, ['doctor', '--json'])
  const { healthy, checks } = JSON.parse(out) as { healthy: boolean; checks: Finding[] }
  expect(checks.map(({ name }) => name)).toEqual([
    ...[
      'settings',
      'rights',
      'clock',
      'database',
      'Redis',
      'storage',
      'mail',
      'proxy',
      'origins',
      'disk',
      'cards',
      'withdrawals',
    ],
  ])
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({
    database: 'ok',
    Redis: 'skipped',
    storage: 'ok',
    mail: 'skipped',
    disk: 'ok',
    withdrawals: 'skipped',
  })
  expect(states).toMatchObject({ proxy: 'ok', origins: 'ok', clock: 'ok' })
  expect([healthy, code]).toEqual([!checks.some(({ state }) => state === 'failed'), healthy ? 0 : 1])
  for (const { state, advice } of checks) expect(advice === null).toBe(state === 'ok' || state === 'skipped')
  const { out: lines } = await stoaCommand(settings, ['doctor'])
  for (const { name } of checks) expect(lines).toContain(` ${name}: `)
})

test('the storage check leaves no file, even if it can’t read it', async () => {
  const config = readConfig(settings, { isReadOnly: true })
  const found = await checkStorage(config, (about) => ({
    ...openStorage(about),
    read: async () => Promise.reject(new Error('Access denied.')),
  }))
  expect(found).toMatchObject({ state: 'failed', found: expect.stringContaining('Access denied.') })
  const names = readdirSync(join(config.dataFolder, 'media'), { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.includes('doctor'))).toEqual([])
})

test('what is wrong comes with what to do', async () => {
  const wrong = await findings({ PORT: 'many' })
  expect(wrong.settings).toMatchObject({ state: 'failed', found: expect.stringContaining('PORT') })
  expect(wrong.database?.state).toBe('skipped')
  expect((await findings({ STOA_TYPO: '1' })).settings).toMatchObject({ state: 'warning' })
  expect((await findings({ STOA_MIN_FREE_MB: '999999999' })).disk).toMatchObject({ state: 'failed' })
  expect((await findings({ STOA_SECRET: 'y'.repeat(40), REDIS_URL: 'redis://127.0.0.1:1' })).Redis).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('REDIS_URL'),
  })
  const away = await findings({ SMTP_URL: 'smtp://127.0.0.1:1', STOA_URL: 'http://127.0.0.1:1' })
  expect(away.mail).toMatchObject({ state: 'failed', advice: expect.stringContaining('SMTP_URL') })
  expect([away.proxy?.state, away.origins?.state]).toEqual(['skipped', 'skipped'])
  const nowhere = await findings({ STOA_URL: 'https://nowhere.invalid' })
  expect(nowhere.proxy).toMatchObject({ state: 'failed', advice: expect.stringContaining('DNS') })
  expect(nowhere.origins?.state).toBe('failed')
})

test('cards for a community that does not exist are found', async () => {
  const url = (token: string) => String(settings.STOA_MOONPAY_URL).replace('token=FORUM', `token=${token}`)
  const token = 'BOUGHT'
  expect((await findings({ STOA_MOONPAY_URL: url(token) })).cards).toMatchObject({
    state: 'failed',
    found: expect.stringContaining(token),
    advice: expect.stringContaining('STOA_MOONPAY_URL'),
  })
  await seedCommunity(stoa, { tokenName: token })
  expect((await findings({ STOA_MOONPAY_URL: url(token) })).cards).toMatchObject({ state: 'ok' })
  expect((await findings({ STOA_MOONPAY_URL: '' })).cards).toMatchObject({ state: 'skipped' })
})

test('files that others may read are found', async () => {
  const data = String(settings.STOA_DATA)
  chmodSync(data, 0o755)
  expect((await findings()).rights).toMatchObject({ state: 'failed', advice: expect.stringContaining('chmod') })
  chmodSync(data, 0o700)
})

test('a proxy that passes on no web sockets is found', async () => {
  const deaf = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      const body = data.includes('/socket.io/') ? 'HTTP/1.1 400 Bad Request' : 'HTTP/1.1 200 OK'
      socket.end(`${body}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    })
  })
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const { port } = deaf.address() as { port: number }
  expect((await findings({ STOA_URL: `http://127.0.0.1:${port}` })).proxy).toMatchObject({
    state: 'failed',
    found: expect.stringContaining('web socket gets 400'),
  })
  await new Promise((resolve) => deaf.close(resolve))
})
