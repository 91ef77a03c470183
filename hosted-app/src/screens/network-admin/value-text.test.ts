import { exampleDomain } from '@stoa/contract/fixtures'
import { createTranslator } from '@stoa/ui'
import { expect, test } from 'vitest'
import { domainMessages } from './messages.ts'
import { valueTexts } from './value-text.ts'

const shown = valueTexts(
  createTranslator({ locale: 'en', messages: domainMessages }),
  exampleDomain({ keyProviders: [{ id: 'google', name: 'Google' }] }),
)

test('structured values are summed up, and options have their labels', () => {
  const sections = [
    { name: 'Nature', slug: 'nature', communities: ['GARDEN', 'BOATS'], admins: [] },
    { name: 'Town', slug: 'town', communities: ['FORUM'], admins: [] },
  ]
  expect(shown('sections', JSON.stringify(sections))).toBe('Nature (GARDEN, BOATS), Town (FORUM)')
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

const VALUES = ['none', 'compact', 'nobody', 'house']
