import { saveReferral } from '@stoa/client'
import { expect, test } from 'vitest'
import { commentsPath, providerPath, readCommentSort, readFeedQuery, writeFeedQuery } from './paths.ts'

test('the path to a provider includes the target and the referrer', () => {
  expect(providerPath('my id', '/bbs/FORUM?a=1&b=2')).toBe(
    '/api/auth/provider/my%20id/start?next=%2Fbbs%2FFORUM%3Fa%3D1%26b%3D2',
  )
  saveReferral('?refBy=ada_demo&refFrom=letter')
  expect(providerPath('google', '/')).toBe('/api/auth/provider/google/start?next=%2F&refBy=ada_demo&refFrom=letter')
  window.localStorage.clear()
})

test('a feed query reads back as it was written', () => {
  const query = { sort: 'top', since: 'week', flairId: 'F'.repeat(20) } as const
  expect(readFeedQuery(new URLSearchParams(writeFeedQuery(query)))).toEqual(query)
})

test('the default feed has no query', () => {
  expect(writeFeedQuery(readFeedQuery(new URLSearchParams()))).toBe('')
})

test.each(['sort=evil', 'since='])('an invalid query (%s) falls back to the default', (search) => {
  expect(writeFeedQuery(readFeedQuery(new URLSearchParams(search)))).toBe('')
})

test.each(['top', 'new', 'old', 'active'] as const)(
  'the order of comments (%s) reads back from its address',
  (sort) => {
    const path = commentsPath({ tokenName: 'FORUM', slugUrl: 'a-post', kind: 'community' }, sort)
    expect(readCommentSort(new URL(path, 'https://forum.example').searchParams)).toBe(sort)
  },
)

test('the default order of comments has no query, and invalid ones are the default', () => {
  expect(commentsPath({ tokenName: 'FORUM', slugUrl: 'a-post', kind: 'story' }, 'top')).toBe('/bbs/FORUM/a-post')
  expect(readCommentSort(new URLSearchParams('sort=evil'))).toBe('top')
})
