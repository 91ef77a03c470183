import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domainSettings } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { problemOfLanguages, readDomainConfig } from './domain-config.ts'

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
    languages: ['en', 'ar', 'de', 'es', 'fr', 'he'],
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
    promotionDayPrice: '1',
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

test('texts come from files of the languages, which must contain only texts', () => {
  const settings = domainSettings.parse({ language: 'de-AT', languages: ['ar'] })
  const problem = () => problemOfLanguages(settings, folder)
  expect(problem()).toBeNull()
  mkdirSync(join(folder, 'lang'))
  const write = (content: string) => writeFileSync(join(folder, 'lang/ar.json'), content)
  write('{"app.login":"دخول"}')
  expect(problem()).toBeNull()
  write('{"app.login":1,"app.signUp":{}}')
  expect(problem()).toMatch(/lang\/ar\.json .*\n- app\.login: .*\n- app\.signUp: /s)
  write('[')
  expect(problem()).toBe('lang/ar.json in the data folder is not JSON.')
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
