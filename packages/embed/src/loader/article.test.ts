import { afterEach, expect, it } from 'vitest'
import { articleOf } from './article.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

const canonical = '<link rel="canonical" href="/stories/one">'
const openGraph = '<meta property="og:url" content="https://news.example/og">'
const page = window.location.href

it('uses the page’s address if the page has no metadata', () => {
  expect(articleOf({ community: 'FORUM' })).toEqual({ community: 'FORUM', url: page })
})

it('adds the canonical link to the address, and prefers it to og:url', () => {
  document.head.innerHTML = openGraph + canonical
  expect(articleOf({ community: 'FORUM' })).toEqual({
    community: 'FORUM',
    url: page,
    canonical: new URL('/stories/one', page).href,
  })
})

it('falls back to og:url', () => {
  document.head.innerHTML = openGraph
  expect(articleOf({ community: 'FORUM' }).canonical).toBe('https://news.example/og')
})

it('completes an address in the options, which takes precedence over the page’s', () => {
  document.head.innerHTML = canonical + openGraph
  expect(articleOf({ community: 'FORUM', url: '/other?page=2' })).toEqual({
    community: 'FORUM',
    url: new URL('/other?page=2', page).href,
  })
})

it('names the address in the options as canonical if the page does', () => {
  document.head.innerHTML = canonical
  const one = new URL('/stories/one', page).href
  expect(articleOf({ community: 'FORUM', url: '/stories/one' })).toEqual({
    community: 'FORUM',
    url: one,
    canonical: one,
  })
})

it('sends the publisher’s own id', () => {
  document.head.innerHTML = canonical
  expect(articleOf({ community: 'FORUM', articleId: 'a-17' })).toMatchObject({
    id: 'a-17',
    canonical: new URL('/stories/one', page).href,
  })
})

it('survives an invalid address', () => {
  document.head.innerHTML = '<link rel="canonical" href="https://[">'
  expect(articleOf({ community: 'FORUM' }).canonical).toBe(page)
})
