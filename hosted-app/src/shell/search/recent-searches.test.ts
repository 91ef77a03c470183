import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepRecentSearch, readRecentSearches, removeRecentSearch } from './recent-searches.ts'

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

test('the newest searches come first, each once, and the oldest are forgotten', () => {
  for (let number = 0; number < 10; number += 1) keepRecentSearch('ada', `search ${number}`)
  keepRecentSearch('ada', 'SEARCH 5')
  keepRecentSearch('ada', '')
  expect(readRecentSearches('ada')).toEqual(['SEARCH 5', ...[9, 8, 7, 6, 4, 3, 2].map((number) => `search ${number}`)])
})

test('other filters replace the search just before', () => {
  for (const query of ['bells', 'ferry', 'ferry from:faye', 'Ferry from:faye has:image']) keepRecentSearch('ada', query)
  expect(readRecentSearches('ada')).toEqual(['Ferry from:faye has:image', 'bells'])
  keepRecentSearch('ada', 'bells is:story')
  expect(readRecentSearches('ada')).toEqual(['bells is:story', 'Ferry from:faye has:image', 'bells'])
})

test('everyone on a device has their own', () => {
  keepRecentSearch('ada', 'bells')
  expect(readRecentSearches('ben')).toEqual([])
  expect(readRecentSearches('')).toEqual([])
  keepRecentSearch('', 'ferries')
  expect(readRecentSearches('ada')).toEqual(['bells'])
  expect(removeRecentSearch('ada', 'bells')).toEqual([])
  expect(readRecentSearches('')).toEqual(['ferries'])
})

test('whatever else is stored there is no search', () => {
  keepRecentSearch('', 'bells')
  const key = Object.keys(localStorage)[0] ?? ''
  for (const stored of ['{', '{"a":1}', '[1,null]', '7']) {
    localStorage.setItem(key, stored)
    expect(readRecentSearches('')).toEqual([])
  }
})
