import type { ArticleRef } from '@stoa/contract'
import { describe, expect, test } from 'vitest'
import { aliasHash, identify } from './identity.ts'
import type { KnownArticle } from './repository.ts'
import { chooseArticle, needsConfirmation } from './resolver.ts'

const at = (path: string) => `https://news.example${path}`
const identity = (ref: ArticleRef) =>
  identify(ref, new Map(['news.example'].map((host) => [host, { ignoresHtml: false }])))!

interface Given {
  /** Names with the letter of their article. */
  names: Record<string, string>
  /** Articles' addresses. */
  urls?: Record<string, string>
  confirmed?: string[]
  /** Articles from before ambiguous parameters counted. */
  old?: string[]
  apart?: [article: string, id: string][]
}

function knowledge({ names, urls = {}, confirmed = [], old = [], apart = [] }: Given) {
  const byName = new Map<string, KnownArticle>(
    Object.entries(names).map(([name, id]) => [
      aliasHash(name),
      {
        id,
        postId: `post of ${id}`,
        url: at(urls[id] ?? '/nowhere'),
        isConfirmed: confirmed.includes(name),
        isExact: !old.includes(id),
      },
    ]),
  )
  const withIds = new Set(Object.entries(names).flatMap(([name, id]) => (name.startsWith('id:') ? [id] : [])))
  const pairs = new Set(apart.map(([article, id]) => `${article} ${aliasHash(id)}`))
  return { byName, withIds, isApart: (article: string, hash: string) => pairs.has(`${article} ${hash}`) }
}

const page = (path: string) => `//news.example${path}`
const ref = (id: string | null, path: string, canonical?: string): ArticleRef => ({
  ...(id === null ? {} : { id }),
  url: at(path),
  ...(canonical === undefined ? {} : { canonicalUrl: at(canonical) }),
})

describe('resolving an article', () => {
  test.each<[string, { request: ArticleRef; given: Given; expected: string | null }]>([
    ['nothing is known', { request: ref('one', '/a'), given: { names: {} }, expected: null }],
    ['the address alone', { request: ref(null, '/a'), given: { names: { [page('/a')]: 'A' } }, expected: 'A' }],
    [
      'canonical before page',
      { request: ref(null, '/a', '/b'), given: { names: { [page('/a')]: 'A', [page('/b')]: 'B' } }, expected: 'B' },
    ],
    [
      'the page where the canonical one is new',
      { request: ref(null, '/a', '/b'), given: { names: { [page('/a')]: 'A' } }, expected: 'A' },
    ],
    [
      'not a page without the parameter that the canonical link has',
      { request: ref(null, '/a?ref=x', '/a?ref=x'), given: { names: { [page('/a')]: 'A' } }, expected: null },
    ],
    [
      'its thread from before the parameter counted',
      {
        request: ref(null, '/a?ref=x', '/a?ref=x'),
        given: { names: { [page('/a')]: 'A' }, old: ['A'] },
        expected: 'A',
      },
    ],
    [
      'a page with the parameter, also by its address alone',
      {
        request: ref(null, '/a?ref=x'),
        given: { names: { [page('/a')]: 'A', [page('/a?ref=x')]: 'B' } },
        expected: 'B',
      },
    ],
    [
      'the page itself where the parameter tracks',
      { request: ref(null, '/a?ref=x'), given: { names: { [page('/a')]: 'A' } }, expected: 'A' },
    ],
    [
      'a confirmed id before every address',
      {
        request: ref('one', '/b'),
        given: { names: { 'id:one': 'A', [page('/b')]: 'B' }, confirmed: ['id:one'] },
        expected: 'A',
      },
    ],
    [
      'a claimed id where the address is nobody’s',
      { request: ref('one', '/b'), given: { names: { 'id:one': 'A' } }, expected: 'A' },
    ],
    [
      'not a claimed id at the address of another thread',
      {
        request: ref('one', '/b'),
        given: { names: { 'id:one': 'A', [page('/b')]: 'B' }, urls: { A: '/a' } },
        expected: 'B',
      },
    ],
    [
      'a claimed id at the address where it was claimed',
      {
        request: ref('one', '/b'),
        given: { names: { 'id:one': 'A', [page('/b')]: 'B' }, urls: { A: '/b' } },
        expected: 'A',
      },
    ],
    [
      'a new id at an address with a thread',
      { request: ref('one', '/a'), given: { names: { [page('/a')]: 'A' } }, expected: 'A' },
    ],
    [
      'not where that has an id',
      { request: ref('two', '/a'), given: { names: { [page('/a')]: 'A', 'id:one': 'A' } }, expected: null },
    ],
    [
      'not where the page bears others',
      { request: ref('one', '/a'), given: { names: { [page('/a')]: 'A' }, apart: [['A', 'id:one']] }, expected: null },
    ],
  ])('%s', (_, { request, given, expected }) => {
    expect(chooseArticle(identity(request), knowledge(given))?.id ?? null).toBe(expected)
  })
})

describe('what only the page can decide', () => {
  test.each<[string, { request: ArticleRef; given: Given; expected: boolean }]>([
    [
      'the address of its own thread',
      { request: ref(null, '/a'), given: { names: { [page('/a')]: 'A' } }, expected: false },
    ],
    [
      'both addresses of one thread',
      { request: ref(null, '/a', '/b'), given: { names: { [page('/a')]: 'A', [page('/b')]: 'A' } }, expected: false },
    ],
    [
      'a page that nobody knows, by its canonical address',
      { request: ref(null, '/x', '/a'), given: { names: { [page('/a')]: 'A' } }, expected: false },
    ],
    [
      'a confirmed id',
      { request: ref('one', '/x'), given: { names: { 'id:one': 'A' }, confirmed: ['id:one'] }, expected: false },
    ],
    ['a claimed id', { request: ref('one', '/x'), given: { names: { 'id:one': 'A' } }, expected: true }],
    ['an id that is new here', { request: ref('one', '/a'), given: { names: { [page('/a')]: 'A' } }, expected: true }],
    [
      'a canonical address that is new',
      { request: ref(null, '/a', '/b'), given: { names: { [page('/a')]: 'A' } }, expected: true },
    ],
    [
      'a page of another thread',
      { request: ref(null, '/b', '/a'), given: { names: { [page('/a')]: 'A', [page('/b')]: 'B' } }, expected: true },
    ],
  ])('%s: %#', (_, { request, given, expected }) => {
    const known = knowledge(given)
    const article = chooseArticle(identity(request), known)
    expect(article && needsConfirmation(identity(request), article, known)).toBe(expected)
  })
})
