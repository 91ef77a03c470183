import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { textsOf } from '../domains/people/tenants/index.ts'
import { loadCatalogues } from '../platform/languages/catalogues.ts'

let stoa: TestApp
const folder = mkdtempSync(join(tmpdir(), 'stoa-languages-'))

beforeAll(async () => {
  const write = (name: string, content: unknown) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content))
  write('english', {
    'app.login': { text: 'Log in', parts: ['reader'] },
    'domain.new': { text: 'New domain', parts: ['admin'] },
    'mail.hello': { text: 'Hello', parts: [] },
  })
  write('de', { 'app.login': 'Anmelden', 'domain.new': 'Neue Domain', 'mail.hello': 'Hallo' })
  write('he', { 'app.login': 'כניסה' })
  loadCatalogues(folder)
  stoa = await startTestApp({}, { files: { 'lang/de.json': { 'app.own': 'Eigenes' } } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await stoa.close()
})

/** The language of a request with these headers, and the addresses of its texts. */
function seen(headers: Record<string, string>) {
  const request = { headers: { host: '127.0.0.1', ...headers }, socket: { remoteAddress: '127.0.0.1' } as never }
  const { config, translations, cacheKey } = stoa.app.services.tenants.localized(request)
  return { language: config.language, translations, cacheKey }
}

test('a reader’s choice precedes their browser’s language, and that the domain’s', () => {
  expect(seen({}).language).toBe('en')
  expect(seen({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }).language).toBe('de')
  expect(seen({ 'accept-language': 'en;q=0.5, he;q=0.8, it' }).language).toBe('he')
  expect(seen({ 'accept-language': 'it,pt;q=0.9,*;q=0.1' }).language).toBe('en')
  expect(seen({ 'accept-language': 'de', cookie: 'stoa-language=he' }).language).toBe('he')
  expect(seen({ 'accept-language': 'de', cookie: 'stoa-language=it' }).language).toBe('de')
  expect(seen({ 'accept-language': `de,${'x'.repeat(500)}` }).language).toBe('en')
})

test('there is one cache key for each language, whatever browsers send', () => {
  const headers = ['de', 'de-AT,en;q=0.2', 'de-CH;q=0.7', 'xx,de;q=0.1']
  const keys = headers.map((one) => seen({ 'accept-language': one }).cacheKey)
  expect(new Set(keys).size).toBe(1)
  expect(seen({ 'accept-language': 'he' }).cacheKey).not.toBe(keys[0])
  expect(seen({ 'accept-language': 'it' }).cacheKey).toBe(seen({}).cacheKey)
})

test('browsers load each part of a language once, with the texts that a file adds', async () => {
  const { translations } = seen({ 'accept-language': 'de' })
  const load = async (path: string) => {
    const response = await fetch(stoa.url + path)
    const body = await response.json()
    return { status: response.status, caching: response.headers.get('cache-control'), body }
  }
  const { reader, admin } = translations?.hrefs ?? { reader: '', admin: '' }
  expect(await load(reader)).toEqual({
    status: 200,
    caching: 'public, max-age=31536000, immutable',
    body: { 'app.login': 'Anmelden', 'app.own': 'Eigenes' },
  })
  expect((await load(admin)).body).toEqual({ 'domain.new': 'Neue Domain' })
  expect(translations?.texts['mail.hello']).toBe('Hallo')
  // With another version or none they may change.
  expect((await load('/lang/de/reader.json?v=0')).caching).toContain('max-age=60')
  expect((await load('/lang/de.json')).body).toEqual({ 'app.own': 'Eigenes' })
  expect((await load('/lang/it/reader.json')).status).toBe(404)
  expect(seen({}).translations).toBeNull()
})

test('a choice is kept in the browser and with the account', async () => {
  const { id, token } = await stoa.member('lena')
  const { accounts } = stoa.app.services
  const chosen = await stoa.call('languageChoose', { language: 'he' }, { token })
  expect(chosen.headers.get('set-cookie')).toBe('stoa-language=he; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax')
  expect(await accounts.languageOf(id)).toBe('he')
  expect((await stoa.call('languageChoose', { language: 'de' })).status).toBe(200)
  expect(await accounts.languageOf(id)).toBe('he')
  expect((await stoa.call('languageChoose', { language: 'it' })).body.code).toBe('VALIDATION_FAILED')
})

test('each language has its own words before its catalogue, and only then those it falls back to', () => {
  const write = (name: string, content: unknown) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content))
  write('es', { 'app.login': 'Entrar', 'domain.new': 'Nuevo dominio', 'mail.hello': 'Hola' })
  loadCatalogues(folder)
  const own = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { text, source: '' }]))
  const seenIn = (language: string, domainLanguage: string, texts: Record<string, Record<string, string>>) => {
    const settings = {
      language: domainLanguage,
      texts: Object.fromEntries(Object.entries(texts).map(([tag, one]) => [tag, own(one)])),
    }
    const found = textsOf({ settings, fileTexts: new Map([['de', { 'mail.hello': 'Moin' }]]) }, language)
    return ['app.login', 'domain.new', 'mail.hello', 'app.own'].map((key) => found?.[key])
  }
  const english = { en: { 'app.login': 'Come in', 'app.own': 'Ours' } }
  expect(seenIn('en', 'en', english)).toEqual(['Come in', undefined, undefined, 'Ours'])
  expect(seenIn('de', 'en', english)).toEqual(['Anmelden', 'Neue Domain', 'Moin', 'Ours'])
  // Hebrew lacks two, and English has no own words for them.
  expect(seenIn('he', 'en', english)).toEqual(['כניסה', undefined, undefined, 'Ours'])
  // A Spanish domain: German readers see its words only where there are none in German.
  const spanish = { es: { 'app.login': 'Pasa', 'domain.new': 'Otro' }, de: { 'domain.new': 'Weitere' } }
  expect(seenIn('es', 'es', spanish)).toEqual(['Pasa', 'Otro', 'Hola', undefined])
  expect(seenIn('de-AT', 'es', spanish)).toEqual(['Anmelden', 'Weitere', 'Moin', undefined])
  expect(seenIn('he', 'es', spanish)).toEqual(['כניסה', 'Otro', 'Hola', undefined])
  expect(seenIn('en-GB', 'es', spanish)).toEqual([undefined, undefined, undefined, undefined])
  // Words that nobody sees change no address.
  const settings = { language: 'en', texts: { en: own({ 'app.login': 'Come in' }) } }
  const bare = { settings: { language: 'en' }, fileTexts: new Map() }
  expect(textsOf({ settings, fileTexts: new Map() }, 'de')).toBe(textsOf(bare, 'de'))
})
