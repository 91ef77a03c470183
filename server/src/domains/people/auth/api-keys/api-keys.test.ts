import { type CallName, KEY_SCOPES, type KeyScope, RATE_LIMITS } from '@stoa/contract'
import { type Call, calls, errorsOf, scopeOf } from '@stoa/contract/schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, newestMail } from '../../../../../test/mailbox.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'
import { createApp } from '../../../../app.ts'
import { readConfig } from '../../../../config.ts'

let stoa: TestApp
let owner: { id: string; token: string }
let count = 0
beforeAll(async () => {
  stoa = await startTestApp()
  await seedCommunity(stoa, { tokenName: 'GARDEN' })
})
beforeEach(async () => {
  owner = await member()
})
afterAll(() => stoa.close())

async function member(about: { networkAdmin?: boolean } = {}) {
  count += 1
  return stoa.member(`keeper_${count}`, { join: ['GARDEN'], ...about })
}

async function create(scopes: KeyScope[], { by = owner, expiresAt = null as number | null } = {}) {
  const input = { name: 'A script', scopes, expiresAt }
  const { status, body } = await stoa.call('apiKeyCreate', input, { token: by.token })
  expect([status, body.code]).toEqual([200, undefined])
  return body.payload
}

const codeOf = async (name: CallName, token: string, input: object = {}) => {
  const { status, body } = await stoa.call(name, input as never, { token })
  return status === 200 ? 'ok' : body.code
}

const me = async (token: string) => (await stoa.call('me', {}, { token })).body.payload.user

test('a key is shown once, stored as a hash, and acts as its owner', async () => {
  const { secret, apiKey } = await create(['read'])
  expect(secret).toMatch(/^stoa_[0-9a-f]{64}$/)
  expect(secret.startsWith(apiKey.prefix)).toBe(true)
  expect(apiKey.prefix).toHaveLength(13)
  const rows = await stoa.database.read('api_keys').where({ id: apiKey.id })
  expect(JSON.stringify(rows)).not.toContain(secret.slice(apiKey.prefix.length))
  expect((await me(secret)).id).toBe(owner.id)
  await stoa.app.background.settled()
  const list = await stoa.call('apiKeyList', {}, { token: owner.token })
  expect(JSON.stringify(list.body)).not.toContain(secret)
  expect(list.body.payload.items).toEqual([{ ...apiKey, usedAt: stoa.clock.now() }])
})

test('a key is refused once it is revoked, expired, guessed, or its owner is gone', async () => {
  const { secret, apiKey } = await create(['read'])
  expect(await codeOf('me', secret)).toBe('ok')
  const last = secret.endsWith('0') ? '1' : '0'
  expect(await codeOf('me', secret.slice(0, -1) + last)).toBe('AUTH_REQUIRED')
  expect(await codeOf('me', 'stoa_')).toBe('AUTH_REQUIRED')
  expect(await codeOf('apiKeyRevoke', (await member()).token, { keyId: apiKey.id })).toBe('NOT_FOUND')
  expect(await codeOf('apiKeyRevoke', owner.token, { keyId: apiKey.id })).toBe('ok')
  expect(await codeOf('me', secret)).toBe('AUTH_REQUIRED')

  const expiring = await create(['read'], { expiresAt: stoa.clock.now() + 5000 })
  expect(await codeOf('me', expiring.secret)).toBe('ok')
  stoa.clock.advance(6000)
  expect(await codeOf('me', expiring.secret)).toBe('AUTH_REQUIRED')

  const orphan = await create(['read'])
  expect(await codeOf('me', orphan.secret)).toBe('ok')
  expect(await codeOf('userDelete', owner.token, { confirm: (await me(owner.token)).username })).toBe('ok')
  expect(await codeOf('me', orphan.secret)).toBe('AUTH_REQUIRED')
  expect(await stoa.database.read('api_keys').where({ id: orphan.apiKey.id })).toEqual([])
})

test('a key outlasts a change of the server’s secret', async () => {
  const { secret, apiKey } = await create(['read'])
  const { database, clock, logger, settings } = stoa
  const config = readConfig({ ...settings, STOA_SECRET: 'y'.repeat(32) })
  const { apiKeys } = createApp({ config, database, clock, logger }).services
  expect(await apiKeys.holderOf(secret)).toMatchObject({ keyId: apiKey.id, viewer: { id: owner.id } })
})

test('a new key needs a recent proof, and its owner gets a mail', async () => {
  const input = { username: 'mailed_one', email: 'mailed@people.example', password: 'Corr3ct-horse' }
  const { accessToken } = (await stoa.call('authSignUp', input)).body.payload
  await confirmAddress(stoa, input.email)
  const wanted = { name: 'A script', scopes: ['read' as const], expiresAt: null }
  await stoa.call('apiKeyCreate', wanted, { token: accessToken })
  const mail = await newestMail(stoa, input.email)
  expect(mail.subject).toBe('An API key was created in your account')
  await stoa.database.transaction(({ connection }) => connection('sessions').update({ authenticated_at: 1 }))
  for (const token of [owner.token, accessToken])
    expect(await codeOf('apiKeyCreate', token, wanted)).toBe('REAUTHENTICATION_REQUIRED')
})

test('invalid input and too many keys are refused', async () => {
  const input = { name: 'A', scopes: ['read'], expiresAt: null }
  for (const wrong of [{ scopes: [] }, { scopes: ['own'] }, { expiresAt: stoa.clock.now() }, { name: ' ' }]) {
    expect(await codeOf('apiKeyCreate', owner.token, { ...input, ...wrong })).toBe('VALIDATION_FAILED')
  }
  for (let made = 0; made < 20; made += 1) await create(['read'])
  expect(await codeOf('apiKeyCreate', owner.token, input)).toBe('API_KEY_LIMIT')
})

test('each call is made with its scope only, and calls about credentials with none', async () => {
  const admin = await member({ networkAdmin: true })
  const secrets: Record<string, string> = {}
  for (const scope of KEY_SCOPES) secrets[scope] = (await create([scope], { by: admin })).secret
  secrets.all = (await create([...KEY_SCOPES], { by: admin })).secret
  const inputOf = (name: CallName) =>
    Object.fromEntries([...calls[name].path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, 'x']))
  const wrong: unknown[] = []
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    if (call.access === 'public') continue
    expect(errorsOf(call)).toContain('KEY_SCOPE')
    for (const [key, token] of Object.entries(secrets)) {
      const scope = scopeOf(name)
      const mayCall = scope !== null && (key === 'all' || key === scope)
      const code = await codeOf(name, token, inputOf(name))
      if ((code === 'KEY_SCOPE') === mayCall) wrong.push([name, key, code])
    }
  }
  expect(wrong).toEqual([])
  const never = ['apiKeyCreate', 'apiKeyList', 'apiKeyRevoke', 'sessionList', 'totpBegin', 'userEmailChange', 'dmSend']
  expect(never.map((name) => scopeOf(name as CallName))).toEqual(never.map(() => null))
})

test('what the owner may no longer do, the key may no longer do', async () => {
  const admin = await member({ networkAdmin: true })
  const { secret } = await create(['moderate', 'administer'], { by: admin })
  expect(await codeOf('networkHealth', secret)).toBe('ok')
  const { username } = await me(admin.token)
  await stoa.app.services.accounts.setNetworkAdmin(username, false)
  expect(await codeOf('networkHealth', secret)).toBe('FORBIDDEN')
})

test('a key that only reads and writes has no roles', async () => {
  const admin = await member({ networkAdmin: true })
  const pending = { type: 'pending', tokenName: 'GARDEN' }
  expect(await codeOf('postList', admin.token, pending)).toBe('ok')
  const { secret } = await create(['read', 'write'], { by: admin })
  expect(await codeOf('postList', secret, pending)).toBe('FORBIDDEN')
  const user = await me(secret)
  expect([user.networkAdmin, user.tokenOwner]).toEqual([false, []])
})

test('each key has its own limit of calls', async () => {
  const scale = 0.05
  const strict = await startTestApp({ STOA_RATE_SCALE: String(scale) })
  try {
    const { token } = await strict.member('keeper')
    const make = async () => {
      const about = { name: 'A script', scopes: ['read' as const], expiresAt: null }
      return (await strict.call('apiKeyCreate', about, { token })).body.payload.secret
    }
    const [first, second] = [await make(), await make()]
    const statusOf = async (by: string) => (await strict.call('me', {}, { token: by })).status
    for (let calls = 0; calls < RATE_LIMITS.read.points * scale; calls += 1) expect(await statusOf(first)).toBe(200)
    expect([await statusOf(first), await statusOf(second), await statusOf(token)]).toEqual([429, 200, 200])
  } finally {
    await strict.close()
  }
})
