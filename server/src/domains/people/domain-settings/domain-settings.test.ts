import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallInput, DomainSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { requestAsHost } from '../../../../test/request-as-host.ts'
import { createApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { createLogger } from '../../../platform/logging/logger.ts'
import { createHostProof } from './host-proof.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

let stoa: TestApp
let admin: Member

beforeAll(async () => {
  stoa = await startTestApp({ STOA_URL: 'http://forum.example' })
  const { domains, servedDomains, communities } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  const garden = { tokenName: 'GARDEN', title: 'The Allotments', urlSlug: 'garden', about: '', creatorId: '' }
  await communities.create(garden)
  admin = await stoa.member('chief', { networkAdmin: true })
})
afterAll(() => stoa.close())

const get = async (name: string, by = admin) =>
  (await stoa.call('domainGet', { name }, { token: by.token })).body.payload.domain
const save = (input: CallInput<'domainSave'>, by = admin) => stoa.call('domainSave', input, { token: by.token })
const publish = (input: CallInput<'domainPublish'>, by = admin) =>
  stoa.call('domainPublish', input, { token: by.token })
const editHost = (input: CallInput<'domainHostEdit'>, by = admin) =>
  stoa.call('domainHostEdit', input, { token: by.token })
const configAt = async (host: string, app = stoa) =>
  (await requestAsHost(app, '/config.json', { headers: { host } })).body
const statusAt = async (host: string, path = '/api/communities') =>
  (await requestAsHost(stoa, path, { headers: { host } })).status

let made = 0
/** A domain with a proven host. */
async function newDomain(settings: Partial<DomainSettings> = {}) {
  made += 1
  const name = `park-${made}`
  const host = `park-${made}.example`
  await stoa.app.services.domainSettings.create(
    'operator',
    { name, host, settings: { ...(await get('default')).settings, ...settings } },
    { isProven: true },
  )
  return { name, host }
}

test('a new installation has its default domain, which no file configures', async () => {
  const { items } = (await stoa.call('domainList', {}, { token: admin.token })).body.payload
  expect(items[0]).toMatchObject({
    name: 'default',
    origin: 'http://forum.example',
    publishedVersion: 1,
    isReadOnly: false,
  })
})

test('a saved version isn’t in force until it is published; then everybody gets it at once', async () => {
  const { name, host } = await newDomain()
  const { settings } = await get(name)
  const saved = await save({ name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'The Park' } })
  expect(saved.body.payload.domain).toMatchObject({ publishedVersion: 1, latestVersion: 2 })
  expect(saved.body.payload.domain.versions[0]).toMatchObject({
    number: 2,
    author: 'chief',
    publishedAt: null,
    changed: ['domainDisplayName'],
  })
  expect(await configAt(host)).toMatchObject({ domainDisplayName: 'Stoa' })
  await publish({ name, version: 2 })
  expect(await configAt(host)).toMatchObject({ domainDisplayName: 'The Park' })
  expect(await configAt('forum.example')).toMatchObject({ domainDisplayName: 'Stoa' })
})

test('the same settings again make no version; an earlier version is restored as a new one', async () => {
  const { name, host } = await newDomain()
  const { settings } = await get(name)
  await save({ name, baseVersion: 1, settings })
  expect(await get(name)).toMatchObject({ latestVersion: 1 })
  await save({ name, baseVersion: 1, settings: { ...settings, accent: '#7d2a28' } })
  await publish({ name, version: 2 })
  expect(await configAt(host)).toMatchObject({ accent: '#7d2a28' })
  await publish({ name, version: 1 })
  expect(await get(name)).toMatchObject({ publishedVersion: 3, latestVersion: 3 })
  expect(await configAt(host)).not.toHaveProperty('accent')
  const { body } = await stoa.call('domainVersionGet', { name, number: 2 }, { token: admin.token })
  expect(body.payload.settings.accent).toBe('#7d2a28')
})

test('of two operators at once, the second learns what the first has saved', async () => {
  const { name } = await newDomain()
  const { settings } = await get(name)
  await save({ name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'First' } })
  const late = await save({ name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'Second' } })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({
    code: 'EDIT_CONFLICT',
    details: { domain: { latestVersion: 2, settings: { domainDisplayName: 'First' } } },
  })
  const both = await Promise.all(
    ['Third', 'Fourth'].map((domainDisplayName) =>
      save({ name, baseVersion: 2, settings: { ...settings, domainDisplayName } }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await get(name)).toMatchObject({ latestVersion: 3 })
})

test('publishing over a version that the caller hasn’t seen is refused with the domain', async () => {
  const { name } = await newDomain()
  const { settings } = await get(name)
  await save({ name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'A colleague’s' } })
  await publish({ name, version: 2, baseVersion: 2 })
  const stale = await publish({ name, version: 1, baseVersion: 1 })
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({ code: 'EDIT_CONFLICT', details: { domain: { publishedVersion: 2 } } })
  expect(await get(name)).toMatchObject({ publishedVersion: 2, latestVersion: 2 })
})

test('settings that can’t work are refused by field', async () => {
  const { name } = await newDomain()
  const { settings } = await get(name)
  const refused = await save({
    name,
    baseVersion: 1,
    settings: { ...settings, defaultTokenName: 'NOBODY', signInProviders: ['carrier-pigeon'] },
  })
  expect(refused.body).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'settings.signInProviders' }, { field: 'settings.defaultTokenName' }],
  })
  const bad = await save({
    name,
    baseVersion: 1,
    settings: { ...settings, accent: '#ffd400', logoLink: 'javascript:alert(1)' },
  })
  expect(bad.body).toMatchObject({ details: [{ field: 'settings.logoLink' }, { field: 'settings.accent' }] })
})

test('an admin of one domain changes that one only, and not what decides about communities', async () => {
  const { name } = await newDomain({ isSingleTokenDomain: true, defaultTokenName: 'GARDEN' })
  const other = await newDomain()
  const gardener = await stoa.member(`gardener_${made}`)
  await stoa.app.services.accounts.setDomainAdmin(`gardener_${made}`, name)
  const { settings } = await get(name, gardener)
  expect(
    (await stoa.call('domainList', {}, { token: gardener.token })).body.payload.items.map((one) => one.name),
  ).toEqual([name])
  const renamed = { ...settings, domainDisplayName: 'Our garden' }
  expect((await save({ name, baseVersion: 1, settings: renamed }, gardener)).status).toBe(200)
  expect((await publish({ name, version: 2 }, gardener)).status).toBe(200)
  const wider = await save({ name, baseVersion: 2, settings: { ...renamed, isSingleTokenDomain: false } }, gardener)
  expect(wider.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'settings.isSingleTokenDomain' }] })
  for (const foreign of [other.name, 'default', 'nowhere']) {
    const answer = await stoa.call('domainGet', { name: foreign }, { token: gardener.token })
    expect([foreign, answer.body.code]).toEqual([foreign, 'FORBIDDEN'])
  }
  expect((await save({ name: other.name, baseVersion: 1, settings }, gardener)).body.code).toBe('FORBIDDEN')
  expect((await editHost({ name: other.name, host: 'mine.example', action: 'add' }, gardener)).body.code).toBe(
    'FORBIDDEN',
  )
})

test('an admin can’t restore a version with rights that a network admin has taken away', async () => {
  const { name } = await newDomain({ isSingleTokenDomain: false })
  const keeper = await stoa.member(`keeper_${made}`)
  await stoa.app.services.accounts.setDomainAdmin(`keeper_${made}`, name)
  const { settings } = await get(name)
  await save({ name, baseVersion: 1, settings: { ...settings, isSingleTokenDomain: true } })
  await publish({ name, version: 2 })
  const back = await publish({ name, version: 1 }, keeper)
  expect(back.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'settings.isSingleTokenDomain' }] })
})

test('a domain is served once its host is proven, and not after it is removed', async () => {
  made += 1
  const [name, host] = [`park-${made}`, `park-${made}.example`]
  await stoa.call(
    'domainCreate',
    { name, host, settings: { defaultTokenName: 'FORUM', domainDisplayName: 'New' } },
    { token: admin.token },
  )
  expect(await get(name)).toMatchObject({ origin: '', hosts: [{ host, provenAt: null, isCanonical: true }] })
  expect(await statusAt(host)).toBe(421)
  expect((await editHost({ name, host, action: 'verify' })).body.code).toBe('HOST_UNPROVEN')
  await stoa.app.services.domainSettings.editHost('operator', { name, host, action: 'verify' }, { isProven: true })
  expect(await statusAt(host)).toBe(200)
  expect(await get(name)).toMatchObject({ origin: `http://${host}` })
  expect((await stoa.call('domainDelete', { name }, { token: admin.token })).status).toBe(200)
  expect(await statusAt(host)).toBe(421)
  const again = await stoa.call(
    'domainCreate',
    { name, host, settings: { defaultTokenName: 'FORUM' } },
    { token: admin.token },
  )
  expect(again.body.code).toBe('DOMAIN_EXISTS')
})

test('a host belongs to one domain; pages of its other hosts redirect to the canonical one', async () => {
  const { name, host } = await newDomain()
  const other = await newDomain()
  expect((await editHost({ name: other.name, host, action: 'add' })).body.code).toBe('HOST_TAKEN')
  expect((await editHost({ name, host: 'forum.example', action: 'add' })).body.code).toBe('HOST_TAKEN')
  const further = `www.${host}`
  await editHost({ name, host: further, action: 'add' })
  expect((await editHost({ name, host: further, action: 'makeCanonical' })).body.code).toBe('HOST_UNPROVEN')
  await stoa.app.services.domainSettings.editHost(
    'operator',
    { name, host: further, action: 'verify' },
    { isProven: true },
  )
  const page = await requestAsHost(stoa, '/bbs/GARDEN?sort=new', { headers: { host: further, accept: 'text/html' } })
  expect([page.status, page.headers.location]).toEqual([307, `http://${host}/bbs/GARDEN?sort=new`])
  expect((await editHost({ name, host, action: 'remove' })).body.code).toBe('HOST_CANONICAL')
  await editHost({ name, host: further, action: 'makeCanonical' })
  expect(await get(name)).toMatchObject({ origin: `http://${further}` })
  expect((await editHost({ name, host, action: 'remove' })).status).toBe(200)
  expect(await statusAt(host)).toBe(421)
})

test('hosts that browsers write in another way are refused', async () => {
  const { name } = await newDomain()
  for (const host of [
    'garden.example:80',
    'garden.example:99999',
    'a.1',
    'UPPER.example',
    'garden.example/path',
    '-.example',
  ]) {
    const { body } = await editHost({ name, host, action: 'add' })
    expect([host, body.code, body.details]).toMatchObject([host, 'VALIDATION_FAILED', [{ field: 'host' }]])
  }
})

test('a domain keeps its last host; a claim without proof blocks nobody who can prove the host', async () => {
  const { name, host } = await newDomain()
  const claimed = `claimed-${host}`
  expect((await editHost({ name, host, action: 'remove' })).body.code).toBe('HOST_CANONICAL')
  await editHost({ name, host: claimed, action: 'add' })
  const rival = await newDomain()
  const rivalAdmin = await stoa.member(`rival_${made}`)
  await stoa.app.services.accounts.setDomainAdmin(`rival_${made}`, rival.name)
  expect((await editHost({ name: rival.name, host: claimed, action: 'add' }, rivalAdmin)).body.code).toBe('HOST_TAKEN')
  const { domainSettings } = stoa.app.services
  await domainSettings.editHost('operator', { name: rival.name, host: claimed, action: 'add' }, { isProven: true })
  expect((await get(name)).hosts.map((one) => one.host)).toEqual([host])
  expect((await get(rival.name)).hosts.map((one) => one.host)).toContain(claimed)
})

test('pages that are open at a further host can still write there', async () => {
  const { name, host } = await newDomain()
  const further = `www.${host}`
  await stoa.app.services.domainSettings.editHost(
    'operator',
    { name, host: further, action: 'add' },
    { isProven: true },
  )
  const refreshAs = async (origin: string) => {
    const headers = { host: further, origin, 'content-type': 'application/json' }
    return (await requestAsHost(stoa, '/api/auth/refresh', { headers, requestBody: '{}' })).body.code
  }
  expect(await refreshAs(`http://${further}`)).toBe('REFRESH_INVALID')
  expect(await refreshAs('http://elsewhere.example')).toBe('CSRF_REFUSED')
})

test('settings that are no longer valid widen nobody’s rights', async () => {
  const { name, host } = await newDomain({ isSingleTokenDomain: true, defaultTokenName: 'GARDEN' })
  const warden = await stoa.member(`warden_${made}`)
  await stoa.app.services.accounts.setDomainAdmin(`warden_${made}`, name)
  const { settings } = await get(name)
  await stoa.database.transaction(async ({ connection }) => {
    const invalid = JSON.stringify({ ...settings, fromALaterRelease: 1 })
    await connection('domain_versions').where({ domain_name: name }).update({ settings: invalid })
    await connection('domains')
      .where({ name })
      .update({ revision: 'y'.repeat(20) })
  })
  await stoa.app.services.servedDomains.load()
  expect(await configAt(host)).toMatchObject({ isSingleTokenDomain: true, defaultTokenName: 'GARDEN' })
  const wider = await save({ name, baseVersion: 1, settings: { ...settings, isSingleTokenDomain: false } }, warden)
  expect(wider.body).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect((await save({ name, baseVersion: 1, settings })).status).toBe(200)
})

test('a broken translation of one domain stops no other', async () => {
  const { name, host } = await newDomain()
  const { settings } = await get(name)
  mkdirSync(join(stoa.settings.STOA_DATA ?? '', 'lang'), { recursive: true })
  writeFileSync(join(stoa.settings.STOA_DATA ?? '', 'lang/fr.json'), '{')
  const refused = await save({ name, baseVersion: 1, settings: { ...settings, language: 'fr' } })
  expect(refused.body).toMatchObject({ details: [{ field: 'settings.language' }] })
  const other = await newDomain()
  await stoa.database.transaction(async ({ connection }) => {
    const broken = JSON.stringify({ ...settings, language: 'fr' })
    await connection('domain_versions').where({ domain_name: name }).update({ settings: broken })
    await connection('domains')
      .whereIn('name', [name, other.name])
      .update({ revision: 'z'.repeat(20) })
  })
  await stoa.app.services.servedDomains.load()
  expect(await configAt(host)).toMatchObject({ language: 'en' })
  expect(await statusAt(other.host)).toBe(200)
  expect((await get(name)).problem).toContain('fr.json')
})

test('who was stored as the admin of a host becomes the admin of its domain, once', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-admins-'))
  mkdirSync(join(data, 'domains'))
  writeFileSync(join(data, 'domains/garden.json'), JSON.stringify({ origin: 'http://garden.example' }))
  const forum = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  onTestFinished(async () => {
    await forum.close()
    rmSync(data, { recursive: true })
  })
  const { accounts, servedDomains, domainSettings, domains } = forum.app.services
  const gardener = await forum.member('old_gardener')
  await accounts.setDomainAdmin('old_gardener', 'garden.example')
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  const list = async () =>
    (await forum.call('domainList', {}, { token: gardener.token })).body.payload?.items.map(({ name }) => name)
  expect(await list()).toEqual(['garden'])
  await domainSettings.remove('operator', 'garden')
  await domainSettings.editHost(
    'operator',
    { name: 'default', host: 'garden.example', action: 'add' },
    { isProven: true },
  )
  // The viewer's rights are kept for a moment.
  expect((await list()) ?? []).toEqual([])
})

test('a host is proven by a TXT record or a file with its token, whatever happens to the other', async () => {
  const proofOf = (records: string[], file: string | Error) =>
    createHostProof({
      resolveTxt: async (name) => {
        if (name !== '_stoa.garden.example') throw new Error(name)
        return records.map((record) => [record.slice(0, 9), record.slice(9)])
      },
      fetcher: {
        async fetchStream(address, _about, read) {
          if (file instanceof Error) throw file
          expect(address).toBe('https://garden.example/.well-known/stoa-verification.txt')
          return read(
            (async function* () {
              yield Buffer.from(file)
            })(),
          )
        },
      },
    })('garden.example', { protocol: 'https:', token: 'the-token' })
  expect(await proofOf(['v=spf1', 'stoa-verification=the-token'], new Error('no page'))).toBe(true)
  expect(await proofOf([], 'the-token\n')).toBe(true)
  expect(await proofOf(['stoa-verification=another'], 'the-token and more')).toBe(false)
  expect(await proofOf([], 'x'.repeat(100_000))).toBe(false)
})

test('other processes follow within a poll; settings that are no longer valid leave the last good ones in force', async () => {
  const { name, host } = await newDomain({ domainDisplayName: 'Good' })
  const { settings } = await get(name)
  await save({ name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'Newer' } })
  await publish({ name, version: 2 })
  const config = readConfig(stoa.settings)
  const other = createApp({ config, database: stoa.database, clock: stoa.clock, logger: createLogger('silent') })
  await other.services.servedDomains.load()
  const named = () => other.services.domains.all.find((domain) => domain.name === name)
  expect(named()).toMatchObject({ origin: `http://${host}`, config: { domainDisplayName: 'Newer' } })
  const before = named()
  await other.services.servedDomains.load()
  expect(named()).toBe(before)
  await stoa.database.transaction(async ({ connection }) => {
    await connection('domain_versions')
      .where({ domain_name: name, number: 2 })
      .update({ settings: '{"fromALaterRelease":1}' })
    await connection('domains')
      .where({ name })
      .update({ revision: 'x'.repeat(20) })
  })
  await other.services.servedDomains.load()
  expect(named()).toMatchObject({ config: { domainDisplayName: 'Good' } })
  await stoa.app.services.servedDomains.load()
  expect((await get(name)).problem).toMatch(/^Version 2 is not valid: .*fromALaterRelease/)
  expect(await configAt(host)).toMatchObject({ domainDisplayName: 'Good' })
})

test('files are imported once, again while nobody has changed the settings here, and never over such changes', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-import-'))
  mkdirSync(join(data, 'domains'))
  const write = (domainDisplayName: string) => {
    writeFileSync(join(data, 'config.json'), JSON.stringify({ domainDisplayName }))
    writeFileSync(
      join(data, 'domains/garden.json'),
      JSON.stringify({ origin: 'http://garden.example', domainDisplayName }),
    )
  }
  write('First')
  const forum = await startTestApp({ STOA_DATA: data, STOA_URL: 'http://forum.example' })
  onTestFinished(async () => {
    await forum.close()
    rmSync(data, { recursive: true })
  })
  const start = async (environment: Record<string, string> = {}) => {
    const config = readConfig({ ...forum.settings, ...environment })
    const app = createApp({ config, database: forum.database, clock: forum.clock, logger: createLogger('silent') })
    await app.services.servedDomains.prepare()
    await app.services.domains.ensureDefaultCommunity()
    return app.services
  }
  const shown = (services: Awaited<ReturnType<typeof start>>) =>
    services.domains.all.map(({ name, origin, config }) => `${name} ${origin} ${config.domainDisplayName}`)
  expect(shown(await start())).toEqual(['default http://forum.example First', 'garden http://garden.example First'])
  write('Second')
  const services = await start()
  expect(shown(services)).toEqual(['default http://forum.example Second', 'garden http://garden.example Second'])
  const { domain } = await services.domainSettings.get('operator', 'garden')
  expect(domain).toMatchObject({ latestVersion: 2, versions: [{ author: '', changed: ['domainDisplayName'] }, {}] })
  const settings = { ...domain.settings, domainDisplayName: 'Changed here' }
  await services.domainSettings.save('operator', { name: 'garden', baseVersion: 2, settings })
  await services.domainSettings.publish('operator', { name: 'garden', version: 3 })
  write('Third')
  expect(shown(await start())).toEqual([
    'default http://forum.example Third',
    'garden http://garden.example Changed here',
  ])
  const fromFiles = await start({ STOA_DOMAINS: 'files' })
  expect(shown(fromFiles)).toEqual(['default http://forum.example Third', 'garden http://garden.example Third'])
  await expect(fromFiles.domainSettings.publish('operator', { name: 'garden', version: 1 })).rejects.toThrow(
    'file on the server',
  )
  expect(await fromFiles.domainSettings.get('operator', 'garden')).toMatchObject({ domain: { isReadOnly: true } })
})
