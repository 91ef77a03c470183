import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domainSettings } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { loadCatalogues } from '../../../platform/languages/catalogues.ts'

let stoa: TestApp
let admin: { id: string; token: string }
const folder = mkdtempSync(join(tmpdir(), 'stoa-own-texts-'))
const english = {
  'app.login': { text: 'Log in', parts: ['reader'] },
  'app.hello': { text: 'Hello', parts: ['reader'] },
  'mail.hello': { text: 'Hello, {name}', parts: [] },
  'app.replies': { text: '{count, plural, one {# reply} other {# replies}}', parts: ['reader'] },
}
const write = (name: string, content: unknown) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content))

beforeAll(async () => {
  write('english', english)
  write('de', { 'app.login': 'Anmelden', 'app.hello': 'Hallo', 'mail.hello': 'Hallo, {name}' })
  loadCatalogues(folder)
  stoa = await startTestApp({}, { files: { 'lang/de.json': { 'app.hello': 'Moin' } } })
  const { domains, servedDomains } = stoa.app.services
  await servedDomains.prepare()
  await domains.ensureDefaultCommunity()
  admin = await stoa.member('root_demo', { networkAdmin: true })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await stoa.close()
})

const search = async (input: { query?: string; keys?: string }) =>
  (await stoa.call('domainTexts', { name: 'default', language: 'de', ...input }, { token: admin.token })).body.payload
const shownIn = (language: string) => {
  const request = { headers: { host: '', 'accept-language': language }, socket: {} as never }
  return stoa.app.services.tenants.localized(request).translations?.texts
}
const current = async () =>
  (await stoa.call('domainGet', { name: 'default' }, { token: admin.token })).body.payload.domain
async function save(texts: Record<string, Record<string, { text: string; source: string }>>) {
  const { latestVersion: baseVersion, settings } = await current()
  return stoa.call(
    'domainSave',
    { name: 'default', baseVersion, settings: { ...settings, texts } },
    { token: admin.token },
  )
}

test('a text is found by its key, its English and its translated words', async () => {
  for (const query of ['app.log', 'log in', 'ANMELD'])
    expect((await search({ query })).items).toEqual([
      { key: 'app.login', english: 'Log in', source: expect.any(String), text: 'Anmelden' },
    ])
  expect((await search({ query: 'nowhere' })).items).toEqual([])
  expect((await search({})).items).toEqual([])
  expect((await search({ keys: 'app.replies,gone.away' })).items).toMatchObject([{ key: 'app.replies' }])
})

test('a domain’s own words replace a text for its readers once they are published', async () => {
  const source = (await search({ keys: 'app.login' })).items[0]?.source ?? ''
  const saved = await save({ de: { 'app.login': { text: 'Hinein', source } } })
  const { latestVersion: version } = saved.body.payload.domain
  await stoa.call('domainPublish', { name: 'default', version }, { token: admin.token })
  const { tenants } = stoa.app.services
  const request = { headers: { host: '', 'accept-language': 'de' }, socket: {} as never }
  expect(tenants.localized(request).translations?.texts['app.login']).toBe('Hinein')
  // Nobody's address changes but that of the language.
  expect(tenants.of(request).translations).toBeNull()
  expect(JSON.stringify(tenants.of(request).config)).not.toContain('Hinein')
})

test('words in the domain’s language replace no translation: on pages, in mails and in the list', async () => {
  const words = { text: 'Come in', source: '' }
  const saved = await save({
    en: { 'app.login': words, 'mail.hello': { text: 'Welcome, {name}', source: '' } },
    de: (await current()).settings.texts?.de ?? {},
  })
  const { latestVersion: version } = saved.body.payload.domain
  await stoa.call('domainPublish', { name: 'default', version }, { token: admin.token })
  expect([shownIn('en')?.['app.login'], shownIn('de')?.['app.login']]).toEqual(['Come in', 'Hinein'])
  expect([shownIn('en')?.['mail.hello'], shownIn('de')?.['mail.hello']]).toEqual(['Welcome, {name}', 'Hallo, {name}'])
  // Without its own words in German, readers see the file’s and the catalogue’s.
  const items = (await search({ keys: 'app.login,app.hello,mail.hello' })).items.map(({ text }) => text)
  expect(items).toEqual(['Anmelden', 'Moin', 'Hallo, {name}'])
  const german = shownIn('de')
  expect([german?.['app.hello'], german?.['mail.hello']]).toEqual(['Moin', 'Hallo, {name}'])
})

test('the text changes its mark when the English one does, and stays', async () => {
  const before = (await search({ keys: 'app.login' })).items[0]?.source
  write('english', { ...english, 'app.login': { text: 'Sign in', parts: ['reader'] } })
  loadCatalogues(folder)
  expect((await search({ keys: 'app.login' })).items[0]).toMatchObject({ english: 'Sign in' })
  expect((await search({ keys: 'app.login' })).items[0]?.source).not.toBe(before)
  expect((await current()).settings.texts?.de?.['app.login']).toMatchObject({ text: 'Hinein', source: before })
})

test('malformed texts and unknown placeholders are refused', async () => {
  const refused = async (text: string) =>
    (await save({ de: { 'app.replies': { text, source: '' } } })).body as { code?: string; details?: unknown }
  expect(await refused('{count, plural, one {# Antwort} other {# Antworten}')).toMatchObject({
    details: [{ field: 'settings.texts', message: expect.stringContaining('braces') }],
  })
  expect(await refused('{number} Antworten')).toMatchObject({
    details: [{ field: 'settings.texts', message: expect.stringContaining('{number}') }],
  })
  expect((await refused('{count, plural, one {# Antwort} other {# Antworten}}')).code).toBeUndefined()
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`a.k${at}`, { text: 'x', source: '' }]))
  expect(domainSettings.safeParse({ texts: { de: many } }).success).toBe(false)
})
