import type { CallInput, PostSummary } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Feed, type FeedRequest, feedOf } from './feeds.ts'
import { hotRank, postScore } from './hot-rank.ts'
import { emptyPost, type PostRow, postRepository } from './repository.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let stoa: TestApp
let forum: string
let garden: string
let flairs: { id: string; name: string }[]
let author: { id: string; token: string }
let moderator: { id: string; token: string }

beforeAll(async () => {
  stoa = await startTestApp()
  const { communities, memberships } = stoa.app.services
  const make = (tokenName: string, names: string[]) =>
    communities.create({
      tokenName,
      title: tokenName,
      urlSlug: tokenName.toLowerCase(),
      about: '',
      creatorId: '',
      flairs: names,
    })
  forum = await make('FORUM', ['Ideas', 'Help'])
  garden = await make('GARDEN', [])
  flairs = (await communities.get('FORUM')).activeFlairs
  author = await stoa.member('ada_demo', { join: ['FORUM'] })
  moderator = await stoa.member('mod_demo', { join: ['FORUM'] })
  await memberships.setRole(forum, moderator.id, { permissions: ['hideContent'] })
})
afterAll(() => stoa.close())

let seeded = 0

interface Seed extends Partial<Omit<PostRow, 'created_at'>> {
  title: string
  /** Hours since it was published. */
  age?: number
}

/** Puts posts straight into the database, as they would be after that time. */
async function seed(posts: Seed[]): Promise<void> {
  const now = stoa.clock.now()
  const rows = posts.map(({ age = 0, ...about }): PostRow => {
    const created_at = now - age * HOUR
    const counts = { up: about.up_count ?? 0, down: about.down_count ?? 0, comments: about.num_comments ?? 0 }
    const id = stoa.app.ids.next()
    const score = postScore(counts)
    return {
      ...emptyPost,
      id,
      community_id: forum,
      kind: 'community',
      status: 0,
      slug: `s-${seeded++}`,
      publisher_id: author.id,
      content: '{"blocks":[]}',
      score,
      hot: hotRank({ score, createdAt: created_at, now }),
      active_at: created_at,
      created_at,
      updated_at: created_at,
      ...about,
    }
  })
  for (let from = 0; from < rows.length; from += 50) {
    await stoa.database.transaction(({ connection }) => connection('posts').insert(rows.slice(from, from + 50)))
  }
  await stoa.database.transaction(({ connection }) => postRepository(connection).moveBands(now))
}

const clear = () => stoa.database.transaction(({ connection }) => connection('posts').del())

const list = (query: CallInput<'postList'>, token?: string) => stoa.call('postList', query, token ? { token } : {})

const titles = async (query: CallInput<'postList'>, token?: string) => {
  const { status, body } = await list(query, token)
  expect([status, body.code]).toEqual([200, undefined])
  return body.payload.items.map((item) => item.title)
}

/** Every item of a list, page by page. */
async function all(query: CallInput<'postList'>): Promise<PostSummary[]> {
  const items: PostSummary[] = []
  let cursor: string | undefined
  do {
    const { payload } = (await list({ ...query, ...(cursor ? { cursor } : {}) })).body
    items.push(...payload.items)
    expect(payload.hasMore).toBe(payload.cursor !== null)
    cursor = payload.cursor ?? undefined
  } while (cursor)
  return items
}

describe('a small forum', () => {
  beforeAll(async () => {
    await clear()
    await seed([
      { title: 'old hit', age: 40 * 24, up_count: 50 },
      { title: 'month', age: 20 * 24, up_count: 9, flair_id: flairs[0]!.id },
      { title: 'week', age: 3 * 24, up_count: 5, num_comments: 3, kind: 'story', flair_id: flairs[0]!.id },
      { title: 'talk', age: 30, num_comments: 4, active_at: stoa.clock.now() },
      { title: 'fresh', age: 1, up_count: 2 },
      { title: 'garden', age: 2, up_count: 7, community_id: garden },
      { title: 'pinned 1', age: 100, is_pinned: 1, pinned_at: 5 },
      { title: 'pinned 2', age: 99, is_pinned: 1, pinned_at: 9 },
      { title: 'pending', status: 5 },
      { title: 'draft', status: 9 },
      { title: 'scheduled late', status: 8, scheduled_at: 20 },
      { title: 'scheduled soon', status: 8, scheduled_at: 10 },
      { title: 'hidden by me', status: 2, age: 1 },
      { title: 'hidden by admin', status: 1, age: 2 },
      { title: 'unlisted', status: 7, up_count: 99 },
    ])
  })

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
    expect(await titles(query)).toEqual(expected)
  })

  test('by topic, in any order and time', async () => {
    const flairId = flairs[0]!.id
    expect(await titles({ flairId, tokenName: 'FORUM' })).toEqual(['week', 'month'])
    expect(await titles({ flairId, sort: 'top' })).toEqual(['week', 'month'])
    expect(await titles({ flairId, sort: 'hot', since: 'week' })).toEqual(['week'])
    expect(await titles({ flairId, sort: 'active', type: 'community' })).toEqual(['month'])
    expect(await titles({ flairId, tokenName: 'GARDEN' })).toEqual([])
  })

  test('a person’s published posts are for everybody, the others for that person', async () => {
    const userId = author.id
    expect(await titles({ type: 'user', userId, limit: 2 })).toEqual(['fresh', 'garden'])
    const own = ['userDraft', 'userPending', 'userScheduled', 'userDeleted'] as const
    const seen = await Promise.all(own.map((type) => titles({ type, userId }, author.token)))
    expect(seen).toEqual([
      ['draft'],
      ['pending'],
      ['scheduled soon', 'scheduled late'],
      ['hidden by me', 'hidden by admin'],
    ])
    for (const type of own) {
      expect((await list({ type, userId })).body.code).toBe('AUTH_REQUIRED')
      expect((await list({ type, userId }, moderator.token)).body.code).toBe('FORBIDDEN')
    }
  })

  test('what waits for approval is for moderators', async () => {
    expect(await titles({ type: 'pending', tokenName: 'FORUM' }, moderator.token)).toEqual(['pending'])
    expect((await list({ type: 'pending', tokenName: 'FORUM' }, author.token)).body.code).toBe('FORBIDDEN')
    expect((await list({ type: 'pending', tokenName: 'FORUM' })).body.code).toBe('AUTH_REQUIRED')
  })

  test('unknown communities, types and lists of nobody are errors', async () => {
    expect((await list({ tokenName: 'NOWHERE' })).body.code).toBe('COMMUNITY_NOT_FOUND')
    expect((await list({ type: 'premium' as 'all' })).body.code).toBe('LIST_TYPE_UNSUPPORTED')
    expect((await list({ type: 'user' })).body.details).toMatchObject([{ field: 'userId' }])
  })

  test('a cursor is good for its own list only', async () => {
    const { cursor } = (await list({ limit: 2 })).body.payload
    expect(await titles({ limit: 1, cursor: cursor ?? '' })).toEqual(['talk'])
    for (const other of [{ sort: 'top' }, { since: 'week' }, { tokenName: 'FORUM' }, { type: 'partner' }] as const) {
      const { status, body } = await list({ ...other, cursor: cursor ?? '' })
      expect([status, body.code]).toEqual([400, 'CURSOR_INVALID'])
    }
  })
})

describe('a large forum', () => {
  const POSTS = 1500
  beforeAll(async () => {
    // What was kept of the small forum is too old then.
    stoa.clock.advance(2000)
    await clear()
    await seed(
      Array.from({ length: POSTS }, (_, index) => ({
        title: `${index}`,
        age: (index * 37) % 1200,
        kind: index % 3 === 0 ? ('story' as const) : ('community' as const),
        flair_id: index % 2 === 0 ? flairs[0]!.id : '',
        community_id: index % 5 === 0 ? garden : forum,
        // Many equal values, so that ties are broken at every page end.
        up_count: index % 4,
        num_comments: index % 3,
        publisher_id: index % 2 === 0 ? author.id : moderator.id,
      })),
    )
    // Otherwise the engine counts its rows anew at some time, and may choose another plan half-way.
    if (stoa.database.dialect.name === 'mysql') {
      await stoa.database.transaction(({ connection }) => connection.raw('analyze table posts'))
    }
  }, 60_000)

  test.each<CallInput<'postList'>>([
    {},
    { sort: 'top' },
    { sort: 'hot', since: 'month', tokenName: 'FORUM' },
    { sort: 'active', type: 'partner', tokenName: 'FORUM' },
    { type: 'recommended', tokenName: 'FORUM' },
  ])('%j gives every post once, in order', async (query) => {
    const found = await all({ ...query, limit: 100 })
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    const [pages, reference] = [found.map(({ title }) => title), await expected(query)]
    expect(pages).toEqual(reference)
  })

  async function expected({ sort = 'new', since, tokenName, type }: CallInput<'postList'>): Promise<string[]> {
    const rows: PostRow[] = await stoa.database.read('posts')
    const from = since === 'month' ? 30 * DAY : type === 'recommended' ? 7 * DAY : Number.POSITIVE_INFINITY
    const column = (
      type === 'recommended'
        ? 'num_comments'
        : { new: 'created_at', top: 'score', hot: 'hot', active: 'active_at' }[sort]
    ) as 'score'
    return rows
      .filter((row) => !tokenName || row.community_id === forum)
      .filter((row) => type !== 'partner' || row.kind === 'story')
      .filter((row) => row.created_at >= stoa.clock.now() - from)
      .sort((one, other) => other[column] - one[column] || (one.id < other.id ? 1 : -1))
      .map((row) => row.title)
  }

  test('a page is clamped to 100 items', async () => {
    const count = async (limit: number) => (await list({ limit })).body.payload.items.length
    expect(await Promise.all([99, 100, 101, 5000].map(count))).toEqual([99, 100, 100, 100])
    expect((await list({})).body.payload.items).toHaveLength(20)
    expect((await list({ limit: 0 })).body.code).toBe('VALIDATION_FAILED')
  })

  test('the number of queries does not depend on what the page holds', async () => {
    let queries = 0
    const count = () => {
      queries += 1
    }
    const of = async (query: CallInput<'postList'>) => {
      queries = 0
      stoa.database.read.on('query', count)
      await list(query)
      stoa.database.read.off('query', count)
      return queries
    }
    const few = await of({ tokenName: 'FORUM', limit: 1, sort: 'top' })
    expect(await of({ tokenName: 'FORUM', limit: 90, sort: 'top' })).toBe(few)
    expect(few).toBeLessThanOrEqual(8)
  })

  const LIMIT = 21
  const requests = feedRequests()

  test.each(requests)('$type $sort $since of $scope reads no more than its page', async ({ scope: _, ...request }) => {
    const resolved = {
      ...request,
      communityId: request.communityId && forum,
      flairId: request.flairId && flairs[0]!.id,
    }
    const feed = feedOf({ ...resolved, userId: author.id }, stoa.clock.now())
    const first = await postRepository(stoa.database.read).feed(feed, { position: null, limit: LIMIT })
    const last = first.at(-1)
    for (const position of [null, last ? ([last.value, last.id] as [number, string]) : null]) {
      await expectIndexRanges(feed, position)
    }
  })

  /** SQLite: by the plan. MySQL: by the rows that the engine really touches. */
  async function expectIndexRanges(feed: Feed, position: [number, string] | null): Promise<void> {
    await stoa.database.transaction(async ({ connection }) => {
      const query = () => postRepository(connection).feed(feed, { position, limit: LIMIT })
      if (stoa.database.dialect.name === 'mysql') {
        const before = await rowsRead(connection)
        await query()
        const touched = (await rowsRead(connection)) - before
        // Each range reads its page and one more; the merge stores, sorts and reads that again, by one of two plans.
        expect(touched).toBeLessThanOrEqual(feed.ranges.length * (LIMIT + 2) * 4 + 20)
        return
      }
      const asked: { sql: string; bindings: string[] }[] = []
      const keep = (about: { sql: string; bindings: string[] }) => asked.push(about)
      connection.on('query', keep)
      await query()
      connection.off('query', keep)
      const plans: string[] = []
      for (const { sql, bindings } of asked) {
        const rows = await connection.raw(`explain query plan ${sql}`, bindings)
        plans.push(...rows.map((row: { detail: string }) => row.detail))
      }
      const searches = plans.filter((detail) => / posts /.test(detail))
      expect(searches).toHaveLength(feed.ranges.length)
      expect(searches.filter((detail) => !/^SEARCH posts USING (COVERING )?INDEX/.test(detail))).toEqual([])
      // A single range is in order already; only the few merged pages may be sorted.
      const sorts = plans.filter((detail) => detail.includes('TEMP B-TREE'))
      expect(sorts.length).toBeLessThanOrEqual(feed.ranges.length === 1 ? 0 : feed.ranges.length)
    })
  }

  async function rowsRead(connection: TestApp['database']['read']): Promise<number> {
    const [rows] = await connection.raw("show session status like 'Handler_read%'")
    return rows.reduce((sum: number, row: { Value: string }) => sum + Number(row.Value), 0)
  }

  test('the job ranks the last week anew, what leaves it once more, and moves posts to their age band', async () => {
    const before: PostRow[] = await stoa.database.read('posts')
    const begun = stoa.clock.now()
    stoa.clock.advance(5 * HOUR)
    await stoa.app.services.posts.refreshHot()
    const after: PostRow[] = await stoa.database.read('posts')
    const now = stoa.clock.now()
    const bandAt = (row: PostRow, time: number) =>
      [DAY, 7 * DAY, 30 * DAY].filter((end) => time - row.created_at > end).length
    expect(after.filter((row) => row.age_band !== bandAt(row, now))).toEqual([])
    const isYoung = new Set(before.filter((row) => bandAt(row, begun) < 2).map((row) => row.id))
    const ranked = after.filter((row) => row.hot === hotRank({ score: row.score, createdAt: row.created_at, now }))
    expect(after.filter((row) => isYoung.has(row.id) && !ranked.includes(row))).toEqual([])
    expect(after.filter((row) => isYoung.has(row.id) && row.age_band === 2).length).toBeGreaterThan(0)
  })
})

type Case = Omit<FeedRequest, 'userId'> & { scope: string }

function feedRequests(): Case[] {
  const scopes = [
    { scope: 'all', communityId: null, flairId: null },
    { scope: 'a community', communityId: 'x', flairId: null },
    { scope: 'a topic', communityId: 'x', flairId: 'x' },
  ]
  const sorted = (['all', 'community', 'partner'] as const).flatMap((type) =>
    scopes.flatMap((scope) =>
      (['new', 'top', 'hot', 'active'] as const).flatMap((sort) =>
        (['all', 'week'] as const).map((since) => ({ type, ...scope, sort, since })),
      ),
    ),
  )
  const others = (
    ['recommended', 'pinned', 'pending', 'user', 'userDraft', 'userPending', 'userScheduled', 'userDeleted'] as const
  ).map((type) => ({ type, ...scopes[1]!, sort: 'new' as const, since: 'all' as const }))
  return [...sorted, ...others]
}
