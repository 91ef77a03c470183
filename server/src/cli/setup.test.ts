import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { stoaCommand } from '../../test/stoa-command.ts'

const PASSWORD = 'A-new-forum-1'
const owner = ['--username', 'ada', '--email', 'ada@example.com']

let forum: TestApp
beforeEach(async () => {
  forum = await startTestApp()
})
afterEach(() => forum.close())

const stoa = (...parameters: string[]) => stoaCommand(forum.settings, parameters, PASSWORD)

test('a link for the owner is printed, also before the first start', async () => {
  const { code, out } = await stoa('setup', '--json')
  expect(code).toBe(0)
  const { url } = JSON.parse(out)
  expect(url).toMatch(/^http:\/\/localhost:3000\/bbs\/setup#token=[\w-]{43}$/)
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? ''
  expect((await forum.call('setupLinkCheck', { token })).status).toBe(200)
})

test('the owner is created without a browser, once', async () => {
  expect(await stoa('setup', ...owner)).toMatchObject({ code: 0, out: expect.stringContaining('ada owns the forum') })
  const headers = { origin: 'http://localhost:3000' }
  const { body } = await forum.call('authSignIn', { login: 'ada@example.com', password: PASSWORD }, { headers })
  const me = (await forum.call('me', {}, { token: body.payload.accessToken })).body.payload
  expect(me.user).toMatchObject({ networkAdmin: true, tokenOwner: ['FORUM'] })
  expect(await stoa('setup')).toMatchObject({ code: 1, out: '' })
  expect(await stoa('setup', '--username', 'bea', '--email', 'bea@example.com')).toMatchObject({ code: 1, out: '' })
})

test('a forum with accounts has no link', async () => {
  await forum.member('somebody')
  expect(await stoa('setup')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('community:owner') })
})

test('half of an owner, a bad name and a weak password are refused', async () => {
  expect((await stoa('setup', '--username', 'ada')).code).toBe(2)
  expect((await stoa('setup', '--username', 'a b', '--email', 'ada@example.com')).code).toBe(2)
  expect((await stoa('setup', '--username', 'ada', '--email', 'nothing')).code).toBe(2)
  expect((await stoaCommand(forum.settings, ['setup', ...owner], 'weak')).code).toBe(2)
  expect(await forum.app.services.accounts.listByUsername('', { limit: 1 })).toEqual([])
})

test('without passwords among the sign-in methods there is neither a link nor an owner', async () => {
  writeFileSync(join(forum.settings.STOA_DATA ?? '', 'config.json'), JSON.stringify({ signInProviders: ['emailLink'] }))
  const refused = { code: 1, out: '', err: expect.stringContaining('signInProviders') }
  expect(await stoa('setup')).toMatchObject(refused)
  expect(await stoa('setup', ...owner)).toMatchObject(refused)
  expect(await forum.app.services.accounts.listByUsername('', { limit: 1 })).toEqual([])
})
