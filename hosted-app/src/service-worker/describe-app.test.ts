import { expect, test } from 'vitest'
import type { DomainConfig } from '../hosted-app.ts'
import { describeApp } from './describe-app.tsx'
import { LIST_MARK } from './lately.ts'

const config: DomainConfig = {
  defaultTokenName: 'GARDEN',
  language: 'en',
  languages: ['en'],
  domainDisplayName: 'Seeds <& soil>',
  logoLink: '/favicon.svg',
  poweredBy: true,
  privacyLink: null,
  termsLink: null,
  faqLink: null,
  enableForumPicker: true,
  communityFounders: 'members',
  isSingleTokenDomain: false,
  signInProviders: ['password'],
  providerNames: {},
}

test('the offline page has one place for the list, and the domain’s name as text', () => {
  const { offline } = describeApp({ config, translations: null })
  expect(offline.body.split(LIST_MARK)).toHaveLength(2)
  expect(offline.title).toBe('You’re offline · Seeds &lt;&amp; soil>')
  expect(offline.body).toContain('Seeds &lt;&amp; soil>')
  expect(offline.root).toBe('lang="en" dir="ltr"')
  expect(offline.logo).toBeNull()
})

test('texts, direction, color and logo are the domain’s', () => {
  const { direction, accent, shortcuts, offline } = describeApp({
    config: { ...config, language: 'ar', accent: '#7d2a28', logoLink: 'https://elsewhere.example/logo.png' },
    translations: { texts: { 'error.offline.title': 'لا اتصال', 'app.newPost': 'منشور جديد' } },
  })
  expect([direction, accent]).toEqual(['rtl', '#7d2a28'])
  expect(shortcuts).toEqual([
    { name: 'Messages', url: '/bbs/messages' },
    { name: 'Notifications', url: '/bbs/notifications' },
    { name: 'منشور جديد', url: '/bbs/GARDEN/posts/create' },
  ])
  expect(offline.title).toContain('لا اتصال')
  expect(offline.body).toContain('--stoa-app-accent')
  // A logo elsewhere can't be kept.
  expect(offline.body).toContain(`src="${offline.logo}"`)
  expect(offline.body).not.toContain('elsewhere.example')
})
