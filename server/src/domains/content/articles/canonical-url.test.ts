import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realInput } from '../../../../test/real-input.ts'
import { canonicalUrl, composed, identityOf, titleFromUrl, withoutHtmlExtension } from './canonical-url.ts'

test.each([
  ['https://News.Example/a/', 'https://news.example/a'],
  ['https://news.example:443/a', 'https://news.example/a'],
  ['http://news.example:80/a', 'http://news.example/a'],
  ['http://news.example:8080/a', 'http://news.example:8080/a'],
  ['https://news.example./a', 'https://news.example/a'],
  ['https://news.example', 'https://news.example'],
  ['https://news.example/', 'https://news.example'],
  ['https://news.example//a///b//', 'https://news.example/a/b'],
  ['https://news.example/a#comments', 'https://news.example/a'],
  ['https://news.example/a?', 'https://news.example/a'],
  [
    'https://news.example/a?utm_source=x&UTM_Medium=y&fbclid=1&gclid=2&mc_cid=3&mc_eid=4&ref=home',
    'https://news.example/a',
  ],
  ['https://news.example/a?b=2&a=1&utm_x=0', 'https://news.example/a?a=1&b=2'],
  ['https://news.example/a?x=2&x=1', 'https://news.example/a?x=2&x=1'],
  ['https://news.example/a?reference=1', 'https://news.example/a?reference=1'],
  ['https://news.example/%7euser/%e2%82%ac', 'https://news.example/~user/%E2%82%AC'],
  ['https://news.example/caf\u00e9', 'https://news.example/caf%C3%A9'],
  ['https://news.example/cafe\u0301', 'https://news.example/caf%C3%A9'],
  ['https://news.example/cafe%cc%81?q=cafe\u0301&z=%e9', 'https://news.example/caf%C3%A9?q=caf%C3%A9&z=%EF%BF%BD'],
  ['https://news.example/a%2C%CC%81', 'https://news.example/a%2C%CC%81'],
  ['https://news.example/a%20%CC%81?q=%2Ce%CC%81', 'https://news.example/a%20%CC%81?q=%2C%C3%A9'],
  ['https://news.example/?e\u0301=1&f=2', 'https://news.example?f=2&%C3%A9=1'],
  ['https://news.example/?\u00e9=1&f=2', 'https://news.example?f=2&%C3%A9=1'],
  ['https://news.example/%e9/\u1112\u1161\u11ab', 'https://news.example/%E9/%ED%95%9C'],
  ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example'],
  ['https://bu\u0308cher.example/', 'https://xn--bcher-kva.example'],
  ['https://B%C3%BCcher.example/', 'https://xn--bcher-kva.example'],
  ['https://news.example/story/index.html', 'https://news.example/story'],
  ['https://news.example/index.html', 'https://news.example'],
  ['https://news.example/story/index.html?page=2#top', 'https://news.example/story?page=2'],
  ['https://news.example/my-index.html', 'https://news.example/my-index.html'],
  ['https://news.example/a?amp=1&si=abc', 'https://news.example/a'],
  ['https://news.example/a/../b', 'https://news.example/b'],
])('%s becomes %s', (address, canonical) => {
  expect(canonicalUrl(address)).toBe(canonical)
})

test('an address stored with decomposed letters becomes the canonical one', () => {
  const stored = '//news.example/cafe%CC%81?e%CC%81=1&f=a+b'
  expect(composed(stored)).toBe(identityOf(canonicalUrl(`https:${stored}`) ?? ''))
  expect(composed('//news.example?e%CC%81=1&f=2')).toBe('//news.example?f=2&%C3%A9=1')
})

test.each([
  ['/read?si=7', '/read?si=7', '/read?si=7'],
  ['/read?si=7&utm_source=x', '/read?si=7', '/read?si=7'],
  ['/read?ref=mail&si=7', '/read?SI=7', '/read?si=7'],
  ['/read?si=7', '/read', '/read'],
  ['/read?si=7', 'nonsense', '/read'],
  ['/read?fbclid=7', '/read?fbclid=7', '/read'],
])('%s on a page with the canonical link %s becomes %s', (address, link, canonical) => {
  const at = (path: string) => `https://news.example${path}`
  expect(canonicalUrl(at(address), at(link))).toBe(at(canonical))
})

test.each([
  '',
  'news.example/a',
  '/a',
  'ftp://news.example/a',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://u:p@x.example/',
])('"%s" is not accepted as an article’s address', (address) => {
  expect(canonicalUrl(address)).toBeNull()
})

test.each([
  ['https://news.example/foo.html', 'https://news.example/foo'],
  ['https://news.example/a/foo.htm?page=2', 'https://news.example/a/foo?page=2'],
  ['https://news.example/foo', 'https://news.example/foo'],
  ['https://news.example/.html', 'https://news.example/.html'],
  ['https://news.html', 'https://news.html'],
  ['https://news.example/a?file=foo.html', 'https://news.example/a?file=foo.html'],
])('%s without its extension is %s', (address, short) => {
  expect(withoutHtmlExtension(address)).toBe(short)
})

test('http and https are the same article, other hosts are not', () => {
  const identity = (address: string) => identityOf(canonicalUrl(address) ?? '')
  expect(identity('http://news.example/a')).toBe(identity('https://NEWS.example:443/a/'))
  expect(identity('http://news.example/a')).not.toBe(identity('http://www.news.example/a'))
})

test('canonicalising twice changes nothing', () => {
  const path = fc.stringMatching(/^[/a-zA-Z0-9%._~!$&'()*+,;=:@-]{0,40}$/)
  const query = fc.stringMatching(/^[a-z0-9=&%+_?/ -]{0,40}$/)
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), path, query, (base, extra, search) => {
      for (const address of [base, `https://x.example/${extra}?${search}`]) {
        const once = canonicalUrl(address)
        expect(once === null ? null : canonicalUrl(once)).toBe(once)
      }
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['https://news.example/2026/05/why-we_walk.html', 'Why we walk'],
  ['https://news.example/caf%C3%A9', 'Café'],
  ['https://news.example', 'news.example'],
  ['https://news.example/%ff', '%ff'],
  ['https://news.example/%00%e2%80%8b', 'news.example'],
])('%s is called %s until it is fetched', (url, title) => {
  expect(titleFromUrl(url)).toBe(title)
})

test('a name is cut at the maximum length of titles', () => {
  const length = (count: number) => [...titleFromUrl(`https://news.example/${'%F0%9F%8E%89'.repeat(count)}`)].length
  expect([199, 200, 201].map(length)).toEqual([199, 200, 200])
})

describe('address vectors of browsers', () => {
  const file = realInput('hostile/url-tests/urltestdata-a.json')
  test.skipIf(!file)('each has a stable canonical form, or none', () => {
    const vectors = (
      JSON.parse(readFileSync(file ?? '', 'utf8')) as (string | { input: string; base?: string | null })[]
    )
      .filter((vector) => typeof vector !== 'string')
      .map(({ input, base }) => (base && URL.canParse(input, base) ? new URL(input, base).href : input))
    const canonical = vectors.map((url) => canonicalUrl(url))
    expect(canonical.map((url) => (url === null ? null : canonicalUrl(url)))).toEqual(canonical)
    expect(canonical.filter((url) => url?.includes('#'))).toEqual([])
    expect(canonical.filter((url) => url !== null).length).toBeGreaterThan(100)
  })
})
