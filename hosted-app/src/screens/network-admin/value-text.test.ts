import type { DomainSettings } from '@stoa/contract'
import { exampleDomain, exampleDomainSettings } from '@stoa/contract/fixtures'
import { createTranslator } from '@stoa/ui'
import { expect, test } from 'vitest'
import { valuesOf } from './domain-values.ts'
import { domainMessages } from './messages.ts'
import { changesBetween, valueTexts } from './value-text.ts'

const t = createTranslator({ locale: 'en', messages: domainMessages })
const domain = exampleDomain({
  keyProviders: [{ id: 'google', name: 'Google' }],
  sectionAdmins: [{ id: 'robin-id', username: 'robin' }],
})
const shown = valueTexts(t, domain)

test('structured values are summed up, and options have their labels', () => {
  const sections = [
    { name: 'Nature', slug: 'nature', communities: ['GARDEN', 'BOATS'], admins: [] },
    { name: 'Town', slug: 'town', communities: ['FORUM'], admins: [] },
  ]
  expect(shown('sections', JSON.stringify(sections))).toBe('Nature (GARDEN, BOATS), Town (FORUM)')
  const [town] = sections.slice(1).map((section) => ({ ...section, admins: ['robin-id', 'gone-id'] }))
  expect(shown('sections', JSON.stringify([town]))).toBe('Town (FORUM; admins: robin, gone-id)')
  expect([shown('signInProviders', 'password,google'), shown('signInProviders', '')]).toEqual([
    'Password, Google',
    'all',
  ])
  expect(shown('ownProviders', JSON.stringify([{ id: 'google', clientId: 'abc', keyId: 'k' }]))).toBe('Google: abc')
  const font = { regular: '/media/a/one.woff2', bold: '/media/a/two.woff2', fallback: {} }
  expect(shown('font', JSON.stringify(font))).toBe('one.woff2, two.woff2')
  expect(
    ['radius', 'density', 'communityFounders', 'adProvider'].map((field, at) => shown(field, VALUES[at] ?? '')),
  ).toEqual(['Square', 'Compact', 'No one', 'Own ads'])
  expect([shown('sections', ''), shown('isConsentRequired', true), shown('logoLink', '/a')]).toEqual([
    'empty',
    'on',
    '/a',
  ])
})

const OWN_TEXTS = { de: { 'app.login': { text: 'Hinein', source: 'x' } } }
const VALUES = ['none', 'compact', 'nobody', 'house']

test('every field that two versions differ in is named with both values, and no secret', () => {
  const before = exampleDomainSettings({ ownProviders: [{ id: 'google', clientId: 'abc', keyId: 'k'.repeat(20) }] })
  const after: DomainSettings = {
    ...before,
    ...{
      defaultTokenName: 'GARDEN',
      language: 'de',
      languages: ['he'],
      timeZone: 'Europe/Berlin',
      domainDisplayName: 'Garden',
    },
    ...{ logoLink: '/logo.svg', faviconLink: '/icon.svg', accent: '#7d2a28', radius: 'none', density: 'compact' },
    ...{
      poweredBy: false,
      money: true,
      moneyLimits: { twoPeopleAbove: 50, perDay: 100, newAccountPerDay: 10, newAccountDays: 30 },
      stakingButton: true,
      promotionDayPrice: '2',
      privacyLink: '/p',
      termsLink: '/t',
      faqLink: '/f',
      enableForumPicker: false,
    },
    ...{ communityFounders: 'nobody', isSingleTokenDomain: true, consent: 'required', signInProviders: ['google'] },
    ads: { provider: 'script', scriptUrl: 'https://scripts.example/a.js' },
    font: { regular: '/media/a/one.woff2', fallback: {} } as NonNullable<DomainSettings['font']>,
    languages: ['he'],
    texts: OWN_TEXTS,
    urlMapping: [{ tokenName: 'GARDEN', basePath: '/forum' }],
    sections: [{ name: 'Town', slug: 'town', communities: ['FORUM'], admins: ['robin-id'] }],
    ownProviders: [{ id: 'google', clientId: 'abc', keyId: 'n'.repeat(20) }],
  }
  const changes = changesBetween(t, { ...domain, before, after })
  expect(changes.map(({ field }) => field).toSorted()).toEqual(Object.keys(valuesOf(after)).toSorted())
  expect(changes.every(({ from, to }) => from !== '' && to !== '' && from !== to)).toBe(true)
  expect(changes.find(({ field }) => field === 'ownProviders')).toEqual({
    ...{ field: 'ownProviders', label: 'Sign-in keys' },
    ...{ from: 'Google: abc', to: 'Google: abc (replaced)' },
  })
  expect(JSON.stringify(changes)).not.toMatch(/kkkk|nnnn/)
  expect(changesBetween(t, { ...domain, before, after: before })).toEqual([])
})
