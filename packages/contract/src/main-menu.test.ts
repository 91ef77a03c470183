import { expect, test } from 'vitest'
import type { MenuLink } from './entities.ts'
import { currentMenuLink, isInLanguage, isMenuAddress, menuLabel } from './main-menu.ts'

test('a menu leads to own paths, web pages and email addresses only', () => {
  for (const address of [
    '/',
    '/bbs/FORUM?flair=1#top',
    'https://news.example/',
    'http://a.example',
    'mailto:a@b.example',
  ])
    expect(isMenuAddress(address), address).toBe(true)
  const bad = ['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:1', '//evil.example', '/\\evil.example']
  for (const address of [
    ...bad,
    'data:text/html,x',
    'https://a:b@evil.example',
    'mailto:',
    'news',
    '',
    '\t//evil.example',
  ])
    expect(isMenuAddress(address), address).toBe(false)
})

test('a label is taken from the reader’s language, or another one of it', () => {
  const item = { labels: { en: 'Home', 'pt-BR': 'Início' } }
  expect(menuLabel(item, 'en')).toBe('Home')
  expect(menuLabel(item, 'en-GB')).toBe('Home')
  expect(menuLabel(item, 'pt')).toBe('Início')
  expect(menuLabel(item, 'de')).toBe('')
  expect(isInLanguage({ languages: ['pt'] }, 'pt-BR')).toBe(true)
  expect(isInLanguage({ languages: ['pt'] }, 'en')).toBe(false)
  expect(isInLanguage({ languages: [] }, 'en')).toBe(true)
})

const link = (id: string, href: string, items: MenuLink['items'] = []): MenuLink => ({
  id,
  href,
  kind: 'link',
  target: href,
  label: id,
  items,
})

test('the current entry is the most specific one; final slashes, hashes and encodings don’t matter', () => {
  const menu = [
    link('home', '/'),
    link('boats', '/bbs/BOATS/', [link('sails', '/bbs/BOATS?flair=1'), link('story', '/bbs/BOATS/a%20story')]),
    link('elsewhere', 'https://elsewhere.example/bbs/BOATS'),
  ]
  const at = (address: string) => currentMenuLink(menu, address)
  expect(at('/')).toEqual({ id: 'home', isPage: true })
  expect(at('/bbs/BOATS')).toEqual({ id: 'boats', isPage: true })
  expect(at('/bbs/BOATS/?sort=new#main')).toEqual({ id: 'boats', isPage: true })
  expect(at('/bbs/BOATS?sort=new&flair=1')).toEqual({ id: 'sails', isPage: true })
  expect(at('/bbs/BOATS/a story/')).toEqual({ id: 'story', isPage: true })
  expect(at('/bbs/BOATS/another')).toEqual({ id: 'boats', isPage: false })
  expect(at('/bbs/BOATSHOW')).toBeNull()
})
