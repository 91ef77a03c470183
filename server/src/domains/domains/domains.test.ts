import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readDomainConfig } from './domain-config.ts'

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

test('a fresh installation has its default community once, however many servers start', async () => {
  const { domains, communities } = stoa.app.services
  await Promise.all([domains.ensureDefaultCommunity(), domains.ensureDefaultCommunity()])
  await domains.ensureDefaultCommunity()
  const { items } = await communities.list({})
  expect(items.map((community) => community.tokenName)).toEqual(['FORUM'])
})

test('browsers read how the installation presents itself', async () => {
  const response = await fetch(`${stoa.url}/config.json`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toEqual({
    defaultTokenName: 'FORUM',
    domainDisplayName: 'Stoa',
    logoLink: '/favicon.svg',
    privacyLink: null,
    termsLink: null,
    faqLink: null,
    enableForumPicker: true,
    urlMapping: {},
    isSingleTokenDomain: false,
    signInProviders: ['password'],
  })
})

test('the operator’s file replaces what it names', () => {
  expect(
    read({ domainDisplayName: 'Garden', termsLink: 'https://x.example/terms', urlMapping: { news: 'FORUM' } }),
  ).toMatchObject({
    domainDisplayName: 'Garden',
    defaultTokenName: 'FORUM',
    termsLink: 'https://x.example/terms',
    urlMapping: { news: 'FORUM' },
  })
})

test('every problem of the file is told at once', () => {
  const bad = { defaultTokenName: 'no', logoLink: 'javascript:alert(1)', unknown: 1 }
  expect(() => read(bad)).toThrow(/defaultTokenName: .*\n- logoLink: .*\n- .*unknown/s)
  expect(() => read('{')).toThrow('is not JSON')
})
