import type { CallInput, PostListType } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Feeds, startFeeds } from '../../../../test/feeds.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let feeds: Feeds
type Person = Awaited<ReturnType<Feeds['stoa']['member']>>
let reader: Person
let friend: Person

beforeAll(async () => {
  feeds = await startFeeds()
  const { stoa } = feeds
  friend = await stoa.member('friend_demo', { join: [] })
  reader = await stoa.member('reader_demo', { join: ['FORUM'] })
  await stoa.call('userFollow', { followedUserId: friend.id, follow: true }, { token: reader.token })
  const club = await seedCommunity(stoa, { tokenName: 'CLUB' })
  await feeds.seed([
    { title: 'joined', age: 1, up_count: 1 },
    { title: 'story', age: 20, kind: 'story', up_count: 9 },
    { title: 'both', age: 2, publisher_id: friend.id, up_count: 5 },
    { title: 'followed', age: 50, publisher_id: friend.id, community_id: feeds.garden, active_at: stoa.clock.now() },
    { title: 'elsewhere', age: 4, community_id: feeds.garden, up_count: 50 },
    { title: 'hidden community', age: 5, publisher_id: friend.id, community_id: club },
    { title: 'old', age: 40 * 24, up_count: 70 },
    { title: 'pending', age: 1, status: 5 },
    { title: 'unlisted', age: 1, status: 7 },
    { title: 'friend’s draft', age: 1, status: 9, publisher_id: friend.id },
  ])
  await stoa.call('communityHide', { tokenName: 'CLUB', hide: true }, { token: reader.token })
})
afterAll(() => feeds.stoa.close())

const titles = (query: CallInput<'postList'>) => feeds.titles({ type: 'home', ...query }, reader.token)

test.each<[string, CallInput<'postList'>, string[]]>([
  ['newest', {}, ['joined', 'both', 'story', 'followed', 'old']],
  ['active', { sort: 'active' }, ['followed', 'joined', 'both', 'story', 'old']],
  ['top', { sort: 'top' }, ['old', 'story', 'both', 'joined', 'followed']],
  ['top of a week', { sort: 'top', since: 'week' }, ['story', 'both', 'joined', 'followed']],
  ['hot', { sort: 'hot', limit: 2 }, ['both', 'joined']],
  ['joined communities', { type: 'joined' }, ['joined', 'both', 'story', 'old']],
  ['followed people', { type: 'followed' }, ['both', 'followed']],
  ['one community', { tokenName: 'GARDEN' }, ['followed']],
])('the viewer’s feed: %s', async (_, query, expected) => {
  expect(await titles(query)).toEqual(expected)
})

test('is read page by page, without a post twice', async () => {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { payload } = (await feeds.list({ type: 'home', limit: 2, ...(cursor && { cursor }) }, reader.token)).body
    found.push(...payload.items.map(({ title }) => title))
    cursor = payload.cursor
  }
  expect(found).toEqual(['joined', 'both', 'story', 'followed', 'old'])
})

test('is for its viewer alone: visitors sign in, and others’ responses and cursors differ', async () => {
  expect((await feeds.list({ type: 'home' })).body.code).toBe('AUTH_REQUIRED')
  expect((await feeds.list({ type: 'home', userId: reader.id }, friend.token)).body.code).toBe('FORBIDDEN')
  expect(await feeds.titles({ type: 'home' }, friend.token)).toEqual([])
  const { cursor } = (await feeds.list({ type: 'home', limit: 1 }, reader.token)).body.payload
  const others = await feeds.list({ type: 'home', limit: 1, cursor: cursor ?? '' }, friend.token)
  expect(others.body.code).toBe('CURSOR_INVALID')
  const byTopic = await feeds.list({ type: 'home', flairId: feeds.flairs[0]!.id }, reader.token)
  expect(byTopic.body.details).toMatchObject([{ field: 'flairId' }])
})

test('follows whom the reader follows and joins at once', async () => {
  const { stoa } = feeds
  const newcomer = await stoa.member('newcomer_demo', { join: [] })
  const seen = (type: PostListType = 'home') => feeds.titles({ type }, newcomer.token)
  expect(await seen()).toEqual([])
  await stoa.call('userFollow', { followedUserId: friend.id, follow: true }, { token: newcomer.token })
  expect(await seen()).toEqual(['both', 'hidden community', 'followed'])
  await stoa.call('communityJoin', { tokenName: 'GARDEN', join: true }, { token: newcomer.token })
  expect(await seen('joined')).toEqual(['elsewhere', 'followed'])
  await stoa.call('userFollow', { followedUserId: friend.id, follow: false }, { token: newcomer.token })
  expect(await seen()).toEqual(['elsewhere', 'followed'])
})

test('many communities are read in parts, and the result is in order', async () => {
  const { stoa } = feeds
  const collector = await stoa.member('collector_demo', { join: [] })
  const names = Array.from({ length: 30 }, (_, index) => `MANY${index}`)
  for (const [index, tokenName] of names.entries()) {
    const community_id = await seedCommunity(stoa, { tokenName })
    await stoa.call('communityJoin', { tokenName, join: true }, { token: collector.token })
    await feeds.seed([
      { title: `${tokenName} a`, age: index, community_id, up_count: index, kind: index % 2 ? 'story' : 'community' },
      { title: `${tokenName} b`, age: index + 35 * 24, community_id, up_count: 100 - index },
    ])
  }
  const rows = await stoa.database.read('posts').where('title', 'like', 'MANY%')
  for (const [sort, column] of [
    ['new', 'created_at'],
    ['top', 'score'],
    ['hot', 'hot'],
  ] as const) {
    const expected = rows.toSorted((one, other) => other[column] - one[column] || (one.id < other.id ? 1 : -1))
    const found = await feeds.titles({ type: 'home', sort, limit: 60 }, collector.token)
    expect(found).toEqual(expected.map(({ title }) => title))
  }
})
