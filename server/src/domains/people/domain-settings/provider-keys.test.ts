import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../../test/token-issuer.ts'

const SHARED = { clientId: 'shared-client', clientSecret: 'shared-secret' }
const data = mkdtempSync(join(tmpdir(), 'stoa-keys-'))
let stoa: TestApp
let issuer: TokenIssuer
let admin: Awaited<ReturnType<TestApp['member']>>

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const small = { ...SHARED, issuer: issuer.issuer, name: 'Small' }
  writeFileSync(join(data, 'providers.json'), JSON.stringify({ small, google: SHARED }))
  stoa = await startTestApp({ STOA_URL: 'http://forum.example', STOA_DATA: data })
  const { servedDomains, domains, domainSettings } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  admin = await stoa.member('chief', { networkAdmin: true })
  for (const name of ['garden', 'harbor']) {
    const settings = (await get('default')).settings
    await domainSettings.create('operator', { name, host: `${name}.example`, settings }, { isProven: true })
  }
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
  rmSync(data, { recursive: true })
})

const get = async (name: string) => (await stoa.call('domainGet', { name }, { token: admin.token })).body.payload.domain
const newKey = async (name: string, secret: string) =>
  (await stoa.call('domainKeyAdd', { name, secret }, { token: admin.token })).body.payload.keyId
const publish = (name: string, version: number) => stoa.call('domainPublish', { name, version }, { token: admin.token })

async function save(name: string, change: Partial<DomainSettings>) {
  const { latestVersion: baseVersion, settings } = await get(name)
  return stoa.call('domainSave', { name, baseVersion, settings: { ...settings, ...change } }, { token: admin.token })
}

/** The client with which people are sent to a provider. */
async function clientAt(host: string, id = 'small') {
  const headers = { host, accept: 'text/html' }
  const { location = '' } = (await requestAsHost(stoa, `/api/auth/provider/${id}/start`, { headers })).headers
  return new URL(location, 'http://nowhere.example').searchParams.get('client_id')
}

/** The secret in force. */
function secretOf(name: string, id = 'small') {
  const domain = stoa.app.services.domains.all.find((one) => one.name === name)
  return domain?.providers.all.find((one) => one.id === id)?.clientSecret
}

test('a domain signs people in with its own client; others keep theirs', async () => {
  // The metadata of the issuer is known with the shared client.
  expect(await clientAt('garden.example')).toBe('shared-client')
  const keyId = await newKey('garden', 'garden-secret')
  await save('garden', { ownProviders: [{ id: 'small', clientId: 'garden-client', keyId }] })
  expect(secretOf('garden')).toBe('shared-secret')
  await publish('garden', 2)
  expect([await clientAt('garden.example'), secretOf('garden')]).toEqual(['garden-client', 'garden-secret'])
  for (const [host, name] of [
    ['harbor.example', 'harbor'],
    ['forum.example', 'default'],
  ] as const)
    expect([await clientAt(host), secretOf(name)]).toEqual(['shared-client', 'shared-secret'])
})

test('a restored version has the secret that belongs to it', async () => {
  const keyId = await newKey('garden', 'second-secret')
  await save('garden', { ownProviders: [{ id: 'small', clientId: 'second-client', keyId }] })
  await publish('garden', 3)
  expect([await clientAt('garden.example'), secretOf('garden')]).toEqual(['second-client', 'second-secret'])
  await publish('garden', 2)
  expect([await clientAt('garden.example'), secretOf('garden')]).toEqual(['garden-client', 'garden-secret'])
})

test('no answer and no row contains a secret', async () => {
  const answers = [
    await get('garden'),
    (await stoa.call('domainVersionGet', { name: 'garden', number: 2 }, { token: admin.token })).body,
    (await requestAsHost(stoa, '/config.json', { headers: { host: 'garden.example' } })).body,
    await stoa.database.read('domain_keys'),
    await stoa.database.read('domain_versions'),
  ]
  expect(JSON.stringify(answers)).toContain('garden-client')
  for (const secret of ['garden-secret', 'second-secret', 'shared-secret'])
    expect(JSON.stringify(answers)).not.toContain(secret)
  expect(answers[2]).not.toHaveProperty('ownProviders')
})

test('the secret of another domain, or one that isn’t there, is refused', async () => {
  const keyId = await newKey('harbor', 'harbor-secret')
  for (const id of [keyId, '0'.repeat(20)]) {
    const refused = await save('garden', { ownProviders: [{ id: 'small', clientId: 'c', keyId: id }] })
    expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'settings.ownProviders' }] })
  }
  const unknown = await save('harbor', { ownProviders: [{ id: 'nobody', clientId: 'c', keyId }] })
  expect(unknown.body).toMatchObject({ details: [{ field: 'settings.ownProviders' }] })
})

test('a service that the installation doesn’t offer can be a domain’s, and only there', async () => {
  const keyId = await newKey('harbor', 'harbor-secret')
  const signInProviders = ['password', 'github']
  await save('harbor', { ownProviders: [{ id: 'github', clientId: 'harbor-client', keyId }], signInProviders })
  await publish('harbor', 2)
  expect(await clientAt('harbor.example', 'github')).toBe('harbor-client')
  expect(await clientAt('garden.example', 'github')).toBeNull()
  const refused = await save('garden', { signInProviders })
  expect(refused.body).toMatchObject({ details: [{ field: 'settings.signInProviders' }] })
})

test('with a client of its own, a domain has no one-tap sign-in', async () => {
  const oneTapAt = async (host: string) =>
    (await requestAsHost(stoa, '/config.json', { headers: { host } })).body.oneTapClientId
  expect(await oneTapAt('garden.example')).toBe('shared-client')
  const keyId = await newKey('garden', 'google-secret')
  await save('garden', { ownProviders: [{ id: 'google', clientId: 'garden-google', keyId }] })
  await publish('garden', (await get('garden')).latestVersion)
  expect(await oneTapAt('garden.example')).toBeUndefined()
  expect(await oneTapAt('forum.example')).toBe('shared-client')
})

test('a secret that can’t be read any more leaves its provider out', async () => {
  await stoa.database.transaction(({ connection }) => connection('domain_keys').update({ sealed: 'nonsense' }))
  const { latestVersion } = await get('harbor')
  await publish('harbor', latestVersion)
  expect(secretOf('harbor', 'github')).toBeUndefined()
  expect(secretOf('harbor')).toBe('shared-secret')
})
