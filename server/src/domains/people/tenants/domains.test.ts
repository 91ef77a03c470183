import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { type ServedDomain, translationsFile } from '../../../http/served-domains.ts'
import { readDomainConfig, readTranslations } from './domain-config.ts'

let stoa: TestApp
const folder = mkdtempSync(join(tmpdir(), 'stoa-domain-'))

beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await stoa.close()
})

const read = (config: unknown) => {
  writeFileSync(join(folder, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config))
  return readDomainConfig(folder)
}

test('a new installation has its default community once, however many servers start', async () => {
  const { domains, communities } = stoa.app.services
  await Promise.all([domains.ensureDefaultCommunity(), domains.ensureDefaultCommunity()])
  await domains.ensureDefaultCommunity()
  const { items } = await communities.list({})
  expect(items.map((community) => community.tokenName)).toEqual(['FORUM'])
})

test('browsers get the installation’s branding', async () => {
  const response = await fetch(`${stoa.url}/config.json`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toEqual({
    defaultTokenName: 'FORUM',
    language: 'en',
    domainDisplayName: 'Stoa',
    logoLink: '/favicon.svg',
    faviconLink: '/favicon.svg',
    radius: 'medium',
    density: 'comfortable',
    poweredBy: true,
    privacyLink: null,
    termsLink: null,
    faqLink: null,
    enableForumPicker: true,
    communityFounders: 'members',
    isSingleTokenDomain: false,
    urlMapping: {},
    timeZone: 'UTC',
    ads: { provider: 'none' },
    consent: 'off',
    stakingButton: false,
    money: false,
    signInProviders: ['password', 'emailLink', 'passkey'],
    providerNames: {},
  })
})

test('the logo is also the icon of tabs unless there is another; an accent must be readable', () => {
  expect(read({ logoLink: '/a.png', accent: '#7D2A28', poweredBy: false })).toMatchObject({
    logoLink: '/a.png',
    faviconLink: '/a.png',
    accent: '#7d2a28',
    poweredBy: false,
  })
  expect(read({ faviconLink: '/b.ico' })).toMatchObject({ logoLink: '/favicon.svg', faviconLink: '/b.ico' })
  expect(() => read({ accent: '#ffd400' })).toThrow('accent: must be a color such as #0b5563, dark enough for text')
})

test('the operator’s file replaces the settings that it contains', () => {
  expect(read({ domainDisplayName: 'Garden', termsLink: 'https://x.example/terms' })).toMatchObject({
    domainDisplayName: 'Garden',
    defaultTokenName: 'FORUM',
    termsLink: 'https://x.example/terms',
  })
})

test('the language is canonicalised', () => {
  expect(read({}).language).toBe('en')
  expect(read({ language: 'PT-br' }).language).toBe('pt-BR')
  for (const language of ['', 'not a language', '../../secret', 'x'.repeat(40)])
    expect(() => read({ language }), language).toThrow(/language/)
})

test('the forum’s texts come from a file of the language, which must contain only texts', () => {
  expect(readTranslations(folder, 'ar')).toBeNull()
  mkdirSync(join(folder, 'lang'))
  const write = (content: string) => writeFileSync(join(folder, 'lang/ar.json'), content)
  write('{"app.login":"تسجيل الدخول"}')
  const first = readTranslations(folder, 'ar')
  expect(first).toMatchObject({ texts: { 'app.login': 'تسجيل الدخول' } })
  write('{"app.login":"دخول"}')
  expect(readTranslations(folder, 'ar')?.href).not.toBe(first?.href)
  write('{"app.login":1,"app.signUp":{}}')
  expect(() => readTranslations(folder, 'ar')).toThrow(/lang\/ar\.json .*\n- app\.login: .*\n- app\.signUp: /s)
  write('[')
  expect(() => readTranslations(folder, 'ar')).toThrow('lang/ar.json in the data folder is not JSON.')
})

test('browsers get texts in the forum’s language only', async () => {
  const translations = { href: '/lang/ar.json?v=1', texts: { 'app.login': 'دخول' } }
  const own = { config: { language: 'en' }, translations: null } as ServedDomain
  const server = createServer(
    express().use('/lang', translationsFile({ tenants: { of: () => own }, domains: () => [{ translations }] })),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${translations.href}`)
  expect(await response.json()).toEqual(translations.texts)
  expect(response.headers.get('cache-control')).toContain('immutable')
  // The same without its version, and with another one, isn't kept.
  for (const path of ['/lang/ar.json', '/lang/ar.json?v=0']) {
    const stable = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(await stable.json()).toEqual(translations.texts)
    expect(stable.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600')
  }
  expect((await fetch(`http://127.0.0.1:${port}/lang/de.json`)).status).toBe(404)
  expect(await (await fetch(`${stoa.url}/lang/en.json`)).json()).toEqual({})
})

test('with one community there is no community picker', () => {
  expect(read({ isSingleTokenDomain: true })).toMatchObject({ isSingleTokenDomain: true, enableForumPicker: false })
})

test('the example of a single community opens its community and says that there is no other', async () => {
  const data = mkdtempSync(join(tmpdir(), 'stoa-single-'))
  copyFileSync(
    join(import.meta.dirname, '../../../../../examples/single-community/config.json'),
    join(data, 'config.json'),
  )
  const example = await startTestApp({ STOA_DATA: data })
  try {
    await example.app.services.domains.ensureDefaultCommunity()
    const { community } = (await example.call('communityGet', { tokenName: 'GARDEN' })).body.payload
    expect(community).toMatchObject({ tokenName: 'GARDEN', title: 'The Allotments' })
    const config = await (await fetch(`${example.url}/config.json`)).json()
    expect(config).toMatchObject({ defaultTokenName: 'GARDEN', isSingleTokenDomain: true, enableForumPicker: false })
  } finally {
    await example.close()
    rmSync(data, { recursive: true })
  }
})

test('an ad script must have an https address that fits into a policy', () => {
  const ads = (scriptUrl?: string) => ({ ads: { provider: 'script', scriptUrl } })
  expect(read(ads('https://ads.example/a.js?x=1'))).toMatchObject(ads('https://ads.example/a.js?x=1'))
  for (const address of [
    undefined,
    'http://ads.example/a.js',
    'javascript:alert(1)',
    "https://ads.example/;script-src 'unsafe-inline'",
    'https://ads.example/a,b',
  ])
    expect(() => read(ads(address)), address).toThrow(/ads\.scriptUrl: must be/)
})

test('all problems of the file are reported at once', () => {
  const bad = { defaultTokenName: 'no', logoLink: 'javascript:alert(1)', unknown: 1 }
  expect(() => read(bad)).toThrow(/defaultTokenName: .*\n- logoLink: .*\n- .*unknown/s)
  expect(() => read('{')).toThrow('is not JSON')
})
