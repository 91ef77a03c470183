import { expect, test } from 'vitest'
import { readSearchQuery, searchAt, searchPath } from './search-paths.ts'

const community = { tokenName: 'FORUM', urlSlug: 'the-forum' }

test.each([
  [{ query: '' }, '/bbs/search'],
  [{ query: 'a b&c' }, '/bbs/search?q=a+b%26c'],
  [{ query: 'x', type: 'people' as const }, '/bbs/search/people?q=x'],
  [{ query: 'x', sort: 'new' as const, community }, '/bbs/the-forum/search?q=x&sort=new'],
  [{ query: 'x', type: 'comments' as const, community: 'FORUM' }, '/bbs/FORUM/search/comments?q=x'],
])('the address of %o is %s', (search, path) => {
  expect(searchPath(search)).toBe(path)
})

test.each([
  ['/bbs/search', { query: '', type: 'posts', isInCommunity: false }],
  ['/bbs/search/people?q=%20x%20y&sort=new', { query: 'x y', type: 'people', isInCommunity: false }],
  ['/bbs/FORUM/search?q=x', { query: 'x', type: 'posts', isInCommunity: true }],
  ['/bbs/FORUM/search/comments', { query: '', type: 'comments', isInCommunity: true }],
  ['/bbs/FORUM', null],
  ['/bbs/FORUM/searching', null],
  ['/?q=x', null],
])('%s is the search %o', (path, search) => {
  expect(searchAt(path)).toEqual(search)
})

test('a long query is shortened', () => {
  expect(readSearchQuery(new URLSearchParams({ q: 'x'.repeat(900) }))).toHaveLength(200)
})
