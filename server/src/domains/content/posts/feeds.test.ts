import type { CallInput } from '@stoa/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Feeds, startFeeds } from '../../../../test/feeds.ts'
import { hotRank, postScore } from './feeds.ts'

let feeds: Feeds

beforeAll(async () => {
  feeds = await startFeeds()
  await feeds.seed([
    { title: 'old hit', age: 40 * 24, up_count: 50 },
    { title: 'month', age: 20 * 24, up_count: 9, flair_id: feeds.flairs[0]!.id },
    { title: 'week', age: 3 * 24, up_count: 5, num_comments: 3, kind: 'story', flair_id: feeds.flairs[0]!.id },
    { title: 'talk', age: 30, num_comments: 4, active_at: feeds.stoa.clock.now() },
    { title: 'fresh', age: 1, up_count: 2 },
    { title: 'garden', age: 2, up_count: 7, community_id: feeds.garden },
    { title: 'pinned 1', age: 100, up_count: 1, is_pinned: 1, pinned_at: 5 },
    { title: 'pinned 2', age: 99, is_pinned: 1, pinned_at: 9, flair_id: feeds.flairs[1]!.id },
    { title: 'pending', status: 5 },
    { title: 'draft', status: 9 },
    { title: 'scheduled late', status: 8, scheduled_at: 20 },
    { title: 'scheduled soon', status: 8, scheduled_at: 10 },
    { title: 'hidden by me', status: 2, age: 1 },
    { title: 'hidden by admin', status: 1, age: 2 },
    { title: 'unlisted', status: 7, up_count: 99 },
  ])
})
afterAll(() => feeds.stoa.close())

test.each<[string, CallInput<'postList'>, string[]]>([
  ['newest', {}, ['fresh', 'garden', 'talk', 'week', 'pinned 2', 'pinned 1', 'month', 'old hit']],
  ['best of all time', { sort: 'top', limit: 5 }, ['old hit', 'week', 'month', 'talk', 'garden']],
  ['best of a month', { sort: 'top', since: 'month', limit: 4 }, ['week', 'month', 'talk', 'garden']],
  ['best of a week', { sort: 'top', since: 'week', limit: 3 }, ['week', 'talk', 'garden']],
  ['best of today', { sort: 'top', since: 'today' }, ['garden', 'fresh']],
  ['new today', { sort: 'new', since: 'today' }, ['fresh', 'garden']],
  ['active today', { sort: 'active', since: 'today' }, ['talk', 'fresh', 'garden']],
  ['hot', { sort: 'hot', limit: 3 }, ['fresh', 'garden', 'talk']],
  ['hot this week', { sort: 'hot', since: 'week', tokenName: 'FORUM', limit: 2 }, ['fresh', 'talk']],
  ['one community', { tokenName: 'garden' }, ['garden']],
  ['stories', { type: 'partner', tokenName: 'FORUM' }, ['week']],
  ['community posts', { type: 'community', tokenName: 'FORUM', limit: 2 }, ['fresh', 'talk']],
  ['pinned', { type: 'pinned', tokenName: 'FORUM' }, ['pinned 2', 'pinned 1']],
  ['pinned of the default community', { type: 'pinned' }, ['pinned 2', 'pinned 1']],
  ['recommended', { type: 'recommended', tokenName: 'FORUM', limit: 2 }, ['talk', 'week']],
])('%s', async (_, query, expected) => {
  expect(await feeds.titles(query)).toEqual(expected)
})

test('by topic, in any order and time', async () => {
  const flairId = feeds.flairs[0]!.id
  expect(await feeds.titles({ flairId, tokenName: 'FORUM' })).toEqual(['week', 'month'])
  expect(await feeds.titles({ flairId, sort: 'top' })).toEqual(['week', 'month'])
  expect(await feeds.titles({ flairId, sort: 'hot', since: 'week' })).toEqual(['week'])
  expect(await feeds.titles({ flairId, sort: 'active', type: 'community' })).toEqual(['month'])
  expect(await feeds.titles({ flairId, tokenName: 'GARDEN' })).toEqual([])
  const pinned = { type: 'pinned', tokenName: 'FORUM' } as const
  expect(await feeds.titles({ ...pinned, flairId: feeds.flairs[1]!.id })).toEqual(['pinned 2'])
  expect(await feeds.titles({ ...pinned, flairId })).toEqual([])
})

test('of a person, pinned or recommended, too', async () => {
  const [ideas, help] = feeds.flairs.map(({ id }) => id)
  const user = { type: 'user', userId: feeds.author.id } as const
  expect(await feeds.titles({ ...user, sort: 'top', limit: 3 })).toEqual(['old hit', 'week', 'month'])
  expect(await feeds.titles({ ...user, sort: 'top', since: 'week', limit: 2 })).toEqual(['week', 'talk'])
  expect(await feeds.titles({ ...user, sort: 'hot', since: 'today', tokenName: 'FORUM' })).toEqual(['fresh'])
  expect(await feeds.titles({ ...user, sort: 'active', limit: 2 })).toEqual(['talk', 'fresh'])
  expect(await feeds.titles({ ...user, since: 'today' })).toEqual(['fresh', 'garden'])
  expect(await feeds.titles({ ...user, flairId: ideas, sort: 'new', since: 'week' })).toEqual(['week'])
  const pinned = { type: 'pinned', tokenName: 'FORUM' } as const
  expect(await feeds.titles({ ...pinned, sort: 'new' })).toEqual(['pinned 2', 'pinned 1'])
  expect(await feeds.titles({ ...pinned, sort: 'top' })).toEqual(['pinned 1', 'pinned 2'])
  expect(await feeds.titles({ ...pinned, sort: 'active', since: 'week', flairId: help })).toEqual(['pinned 2'])
  expect(await feeds.titles({ ...pinned, since: 'today' })).toEqual([])
  const recommended = { type: 'recommended', tokenName: 'FORUM' } as const
  expect(await feeds.titles({ ...recommended, flairId: ideas })).toEqual(['week'])
  expect(await feeds.titles({ ...recommended, since: 'today' })).toEqual(['fresh'])
  expect(await feeds.titles({ ...recommended, sort: 'new', limit: 2 })).toEqual(['fresh', 'talk'])
  expect(await feeds.titles({ ...recommended, sort: 'top', since: 'all', limit: 1 })).toEqual(['week'])
  expect(await feeds.titles({ ...recommended, sort: 'active', since: 'month', limit: 2 })).toEqual(['talk', 'fresh'])
  expect(await feeds.titles({ ...recommended, sort: 'active', flairId: help })).toEqual(['pinned 2'])
})

test('a list refuses orders, times and topics that it doesn’t support', async () => {
  const asked = { sort: 'top', since: 'week', flairId: feeds.flairs[0]!.id } as const
  const refused = async (query: CallInput<'postList'>, token: string) =>
    ((await feeds.list({ ...query, ...asked }, token)).body.details as { field: string }[]).map(({ field }) => field)
  expect(await refused({ type: 'userDraft' }, feeds.author.token)).toEqual(['sort', 'since', 'flairId'])
  expect(await refused({ type: 'pending' }, feeds.moderator.token)).toEqual(['sort', 'since'])
})

test('a person’s published posts are public, others are visible to that person only', async () => {
  const userId = feeds.author.id
  expect(await feeds.titles({ type: 'user', userId, limit: 2 })).toEqual(['fresh', 'garden'])
  const own = ['userDraft', 'userPending', 'userScheduled', 'userDeleted'] as const
  const seen = await Promise.all(own.map((type) => feeds.titles({ type, userId }, feeds.author.token)))
  expect(seen).toEqual([
    ['draft'],
    ['pending'],
    ['scheduled soon', 'scheduled late'],
    ['hidden by me', 'hidden by admin'],
  ])
  for (const type of own) {
    expect((await feeds.list({ type, userId })).body.code).toBe('AUTH_REQUIRED')
    expect((await feeds.list({ type, userId }, feeds.moderator.token)).body.code).toBe('FORBIDDEN')
  }
})

test('pending posts are for moderators', async () => {
  expect(await feeds.titles({ type: 'pending', tokenName: 'FORUM' }, feeds.moderator.token)).toEqual(['pending'])
  expect((await feeds.list({ type: 'pending', tokenName: 'FORUM' }, feeds.author.token)).body.code).toBe('FORBIDDEN')
  expect((await feeds.list({ type: 'pending', tokenName: 'FORUM' })).body.code).toBe('AUTH_REQUIRED')
})

test.each([
  ['scheduled', ['scheduled soon', 'scheduled late']],
  ['communityScheduled', ['scheduled soon', 'scheduled late']],
  ['premiumScheduled', []],
  ['draft', []],
  ['communityDraft', []],
  ['premiumDraft', []],
  ['deleted', ['hidden by admin']],
] as const)('posts of type %s in a community are for moderators', async (type, expected) => {
  expect(await feeds.titles({ type, tokenName: 'FORUM' }, feeds.moderator.token)).toEqual(expected)
  expect((await feeds.list({ type, tokenName: 'FORUM' }, feeds.author.token)).body.code).toBe('FORBIDDEN')
  expect((await feeds.list({ type, tokenName: 'FORUM' })).body.code).toBe('AUTH_REQUIRED')
})

test('moderators list their own drafts and what they have hidden of their own, but not those of others', async () => {
  const { moderator } = feeds
  const own = { publisher_id: moderator.id, age: 3 }
  await feeds.seed([
    { title: 'my draft', status: 9, ...own },
    { title: 'hidden by moderator', status: 2, ...own },
  ])
  const listed = (type: 'draft' | 'premiumDraft' | 'deleted') =>
    feeds.titles({ type, tokenName: 'FORUM' }, moderator.token)
  expect(await listed('draft')).toEqual(['my draft'])
  expect(await listed('premiumDraft')).toEqual([])
  expect(await listed('deleted')).toEqual(['hidden by admin', 'hidden by moderator'])
})

test('premium posts are the published stories', async () => {
  expect(await feeds.titles({ type: 'premium' })).toEqual(await feeds.titles({ type: 'partner' }))
})

test('unknown communities, types and people are errors', async () => {
  expect((await feeds.list({ tokenName: 'NOWHERE' })).body.code).toBe('COMMUNITY_NOT_FOUND')
  expect((await feeds.list({ type: 'hidden' as 'all' })).body.code).toBe('LIST_TYPE_UNSUPPORTED')
  expect((await feeds.list({ type: 'user' })).body.details).toMatchObject([{ field: 'userId' }])
})

test('a cursor is valid for its own list only', async () => {
  const { cursor } = (await feeds.list({ limit: 2 })).body.payload
  expect(await feeds.titles({ limit: 1, cursor: cursor ?? '' })).toEqual(['talk'])
  for (const other of [{ sort: 'top' }, { since: 'week' }, { tokenName: 'FORUM' }, { type: 'partner' }] as const) {
    const { status, body } = await feeds.list({ ...other, cursor: cursor ?? '' })
    expect([status, body.code]).toEqual([400, 'CURSOR_INVALID'])
  }
})

const HOUR = 3_600_000
const at = (hours: number, score: number) => hotRank({ score, createdAt: 0, now: hours * HOUR })

test('the rank is the specified formula as an integer', () => {
  expect(at(0, 98)).toBe(Math.round((1e9 * 2) / 2 ** 1.8))
  expect(at(8, 998)).toBe(Math.round((1e9 * 3) / 10 ** 1.8))
})

test('scores at and below zero rank alike, one more ranks higher', () => {
  expect(at(1, -5)).toBe(at(1, 0))
  expect(at(1, -1)).toBe(at(1, 0))
  expect(at(1, 1)).toBeGreaterThan(at(1, 0))
})

test('a future time ranks zero, the present doesn’t', () => {
  expect(hotRank({ score: 50, createdAt: 1001, now: 1000 })).toBe(0)
  expect(hotRank({ score: 50, createdAt: 1000, now: 1000 })).toBeGreaterThan(0)
})

test('age never raises the rank and a better score never lowers it', () => {
  const hours = fc.integer({ min: 0, max: 5000 })
  const score = fc.integer({ min: -1000, max: 1_000_000 })
  fc.assert(
    fc.property(hours, hours, score, (a, b, s) => {
      expect(at(Math.max(a, b), s)).toBeLessThanOrEqual(at(Math.min(a, b), s))
    }),
  )
  fc.assert(
    fc.property(hours, score, score, (h, a, b) => {
      expect(at(h, Math.max(a, b))).toBeGreaterThanOrEqual(at(h, Math.min(a, b)))
    }),
  )
})

test('a comment is worth two likes', () => {
  expect(postScore({ up: 0, down: 0, comments: 1 })).toBe(postScore({ up: 2, down: 0, comments: 0 }))
  expect(postScore({ up: 1, down: 1, comments: 0 })).toBe(0)
})

test('polls and videos of a community, as they are written and changed', async () => {
  const { stoa, author } = feeds
  const as = { token: author.token }
  const write = async (title: string, more: object) => {
    const input = { tokenName: 'FORUM', title, flairId: feeds.flairs[0]!.id, ...more }
    const { body } = await stoa.call('postCreate', { postContent: textOf('Words'), ...input }, as)
    return body.payload.post
  }
  const film = { type: 'video', data: { url: 'https://films.example/a.mp4' } }
  const poll = await write('A poll', { pollOptions: ['Yes', 'No'] })
  const video = await write('A video', { postContent: JSON.stringify({ blocks: [film] }) })
  const listed = () =>
    Promise.all(
      (['withPoll', 'withVideo'] as const).map(async (type) =>
        (await feeds.titles({ type, tokenName: 'FORUM' })).filter((title) => title.startsWith('A ')),
      ),
    )
  expect(await listed()).toEqual([['A poll'], ['A video']])
  const edit = (post: typeof poll, more: object) =>
    stoa.call(
      'postEdit',
      { tokenName: 'FORUM', postId: post.id, title: post.title, postContent: textOf('Words'), ...more },
      as,
    )
  await edit(poll, { pollOptions: null })
  await edit(video, {})
  expect(await listed()).toEqual([[], []])
  await edit(video, { pollOptions: ['One', 'Two'] })
  expect(await listed()).toEqual([['A video'], []])
})

test('a community’s feed has the stories that featured communities have syndicated, page by page', async () => {
  const { stoa, garden, forum } = feeds
  const story = { kind: 'story', community_id: garden, is_syndicated: 1 } as const
  await feeds.seed([
    { title: 'offered', age: 1.5, ...story, up_count: 90 },
    { title: 'offered, pending', age: 1, ...story, status: 5 },
    { title: 'offered, hidden', age: 1, ...story, status: 1 },
    { title: 'offered, unlisted', age: 1, ...story, status: 7 },
    { title: 'offered long ago', age: 50 * 24, ...story },
    { title: 'not offered', age: 1, kind: 'story', community_id: garden },
  ])
  const feature = async (featured: string) => {
    await stoa.database.transaction(({ connection }) =>
      connection('communities').where({ id: forum }).update({ featured }),
    )
    // Longer than anything is cached.
    stoa.clock.advance(1001)
  }
  const offered = async (query: CallInput<'postList'>, token?: string) => {
    const items = (await feeds.list({ tokenName: 'FORUM', ...query }, token)).body.payload.items
    return items
      .filter(({ tokenName }) => tokenName !== 'FORUM')
      .map(({ title, isSyndicated }) => [title, isSyndicated])
  }
  expect(await offered({})).toEqual([])
  const own = (await feeds.all({ tokenName: 'FORUM', sort: 'new', limit: 2 })).map(({ id }) => id)
  await feature('GARDEN')
  expect(await offered({ sort: 'new' })).toEqual([
    ['offered', true],
    ['offered long ago', true],
  ])
  for (const sort of ['top', 'hot', 'active'] as const) expect(await offered({ sort })).toEqual([['offered', true]])
  expect(await offered({ sort: 'top', since: 'today' })).toEqual([['offered', true]])
  expect(await offered({ type: 'partner' })).toHaveLength(2)
  expect(await offered({ type: 'community' })).toEqual([])
  expect(await offered({ flairId: feeds.flairs[0]!.id })).toEqual([])
  for (const sort of ['new', 'top', 'active'] as const) {
    const ids = (await feeds.all({ tokenName: 'FORUM', sort, limit: 2 })).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(own))
    expect(ids).toHaveLength(own.length + (sort === 'new' ? 2 : 1))
  }
  const reader = await stoa.member('avoider')
  await stoa.call('communityHide', { tokenName: 'GARDEN', hide: true }, { token: reader.token })
  expect(await offered({}, reader.token)).toEqual([])
  await feature('')
})

const textOf = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })
