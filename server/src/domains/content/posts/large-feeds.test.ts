import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, type Feeds, HOUR, startFeeds } from '../../../../test/feeds.ts'
import { queriesOf } from '../../../../test/queries.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { ancestorRepository, type ResponseFilter } from './ancestors.ts'
import { type Feed, type FeedRequest, feedOf, hotRank } from './feeds.ts'
import { type PostRow, postRepository } from './repository.ts'

let feeds: Feeds

const POSTS = 1500
beforeAll(async () => {
  feeds = await startFeeds()
  await feeds.seed(
    Array.from({ length: POSTS }, (_, index) => ({
      title: `${index}`,
      age: (index * 37) % 1200,
      kind: index % 3 === 0 ? ('story' as const) : ('community' as const),
      flair_id: index % 2 === 0 ? feeds.flairs[0]!.id : '',
      community_id: index % 5 === 0 ? feeds.garden : feeds.forum,
      is_syndicated: Number(index % 30 === 0),
      // Many equal values, so that ties are broken at every page end.
      up_count: index % 4,
      num_comments: index % 3,
      publisher_id: index % 2 === 0 ? feeds.author.id : feeds.moderator.id,
    })),
  )
  // Otherwise the engine counts its rows anew at some time, and may choose another plan half-way.
  if (feeds.stoa.database.dialect.name === 'mysql') {
    await feeds.stoa.database.transaction(({ connection }) => connection.raw('analyze table posts'))
  }
})
afterAll(() => feeds.stoa.close())

test.each<CallInput<'postList'>>([
  {},
  { sort: 'top' },
  { sort: 'hot', since: 'month', tokenName: 'FORUM' },
  { sort: 'active', type: 'partner', tokenName: 'FORUM' },
  { type: 'recommended', tokenName: 'FORUM' },
  { type: 'recommended', tokenName: 'FORUM', sort: 'active' },
  { type: 'user', sort: 'top', since: 'month', tokenName: 'FORUM' },
  { type: 'user', sort: 'active' },
])('%j returns every post once, in order', async (query) => {
  const found = await feeds.all({ ...query, ...(query.type === 'user' ? { userId: feeds.author.id } : {}), limit: 100 })
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  const [pages, reference] = [found.map(({ title }) => title), await expected(query)]
  expect(pages).toEqual(reference)
})

async function expected({ sort, since, tokenName, type }: CallInput<'postList'>): Promise<string[]> {
  const rows: PostRow[] = await feeds.stoa.database.read('posts')
  const from = since === 'month' ? 30 * DAY : type === 'recommended' ? 7 * DAY : Number.POSITIVE_INFINITY
  const own = type === 'recommended' ? 'num_comments' : 'created_at'
  const column = (
    sort ? { new: 'created_at', top: 'score', hot: 'hot', active: 'active_at', promoted: 'promoted_at' }[sort] : own
  ) as 'score'
  return rows
    .filter((row) => !tokenName || row.community_id === feeds.forum)
    .filter((row) => type !== 'partner' || row.kind === 'story')
    .filter((row) => type !== 'user' || row.publisher_id === feeds.author.id)
    .filter((row) => row.created_at >= feeds.stoa.clock.now() - from)
    .sort((one, other) => other[column] - one[column] || (one.id < other.id ? 1 : -1))
    .map((row) => row.title)
}

test('a page has at most 100 items', async () => {
  const count = async (limit: number) => (await feeds.list({ limit })).body.payload.items.length
  expect(await Promise.all([99, 100, 101, 5000].map(count))).toEqual([99, 100, 100, 100])
  expect((await feeds.list({})).body.payload.items).toHaveLength(20)
  expect((await feeds.list({ limit: 0 })).body.code).toBe('VALIDATION_FAILED')
})

test('the number of queries doesn’t depend on the page’s content', async () => {
  const of = async (query: CallInput<'postList'>) => (await queriesOf(feeds.stoa, () => feeds.list(query))).length
  const few = await of({ tokenName: 'FORUM', limit: 1, sort: 'top' })
  expect(await of({ tokenName: 'FORUM', limit: 90, sort: 'top' })).toBe(few)
  expect(few).toBeLessThanOrEqual(8)
})

const LIMIT = 21
const requests = feedRequests()

test.each(requests)('$type $sort $since of $scope reads only its page', async ({ scope: _, ...request }) => {
  const resolved = {
    ...request,
    communityId: request.communityId && feeds.forum,
    flairId: request.flairId && feeds.flairs[0]!.id,
  }
  const featuredIds = request.isFeaturing ? [feeds.garden] : []
  const feed = feedOf(
    { ...resolved, featuredIds, userIds: [feeds.author.id], moderatedKinds: ['community', 'story'] },
    feeds.stoa.clock.now(),
  )
  const first = await postRepository(feeds.stoa.database.read).feed(feed, { position: null, limit: LIMIT })
  const last = first.at(-1)
  for (const position of [null, last ? ([last.value, last.id] as [number, string]) : null]) {
    await expectIndexRanges(feed, position)
  }
})

/** SQLite: by the plan. MySQL: by the rows that the engine really touches. */
async function expectIndexRanges(feed: Feed, position: [number, string] | null): Promise<void> {
  await feeds.stoa.database.transaction(async ({ connection }) => {
    const query = () => postRepository(connection).feed(feed, { position, limit: LIMIT })
    if (feeds.stoa.database.dialect.name === 'mysql') {
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
    if (feed.column === 'promoted_at') {
      expect(searches).toEqual([expect.stringContaining('INDEX posts_promoted (promoted_at>?')])
    }
    // The handful of pinned ones may be sorted, once they are all that is read.
    if ('is_pinned' in (feed.ranges[0]?.equal ?? {})) {
      expect(searches).toEqual([expect.stringContaining('INDEX posts_pinned (community_id=? AND is_pinned=?')])
      return
    }
    // A single range is in order already; only the few merged pages may be sorted.
    const sorts = plans.filter((detail) => detail.includes('TEMP B-TREE'))
    // A month's syndicated stories are sorted, too.
    const sorted = feed.ranges.filter(({ createdSince }) => createdSince !== undefined).length
    expect(sorts.length).toBeLessThanOrEqual(feed.ranges.length === 1 ? 0 : feed.ranges.length + sorted)
  })
}

test('lists of responses read only their page, whatever they filter by', async () => {
  const { stoa, author, moderator, forum, garden } = feeds
  const [parent, other] = [stoa.app.ids.next(), stoa.app.ids.next()]
  const answer = (index: number) => ({
    title: `Answer ${index}`,
    parent_post_id: index % 2 === 0 ? parent : other,
    is_response: 1,
    publisher_id: index % 4 < 2 ? author.id : moderator.id,
    community_id: forum,
    status: index % 3 === 0 ? 5 : 0,
  })
  await feeds.seed(Array.from({ length: 300 }, (_, index) => answer(index)))
  const rows: PostRow[] = await stoa.database.read('posts').where({ is_response: 1 }).orderBy('id')
  const none: ResponseFilter = { parentPostId: null, publisherIds: null, communityId: null, kind: null, status: 0 }
  const places = [{ parentPostId: parent }, { communityId: forum }, { communityId: garden }, {}]
  const people = [null, [author.id], [author.id, moderator.id]]
  for (const place of places) {
    for (const publisherIds of people) {
      for (const status of [0, 5]) {
        const filter = { ...none, ...place, publisherIds, status }
        if (filter.parentPostId === null && filter.communityId === null && publisherIds === null) continue
        const all = rows
          .filter((row) => row.status === status)
          .filter((row) => filter.parentPostId === null || row.parent_post_id === filter.parentPostId)
          .filter((row) => filter.communityId === null || row.community_id === filter.communityId)
          .filter((row) => publisherIds === null || publisherIds.includes(row.publisher_id))
          .map(({ id }) => id)
        const pages: string[] = []
        let page: string[]
        do {
          page = await responsesByIndex(filter, pages.at(-1) ?? '')
          pages.push(...page)
        } while (page.length === LIMIT)
        expect([filter, pages]).toEqual([filter, all])
      }
    }
  }
  // Only published posts have ranks, which a later test compares.
  await stoa.database.transaction(({ connection }) => connection('posts').where({ status: 5 }).del())
})

/** A page of responses. SQLite: the plan must search the index that has their order. MySQL: rows that are read. */
async function responsesByIndex(filter: ResponseFilter, after: string): Promise<string[]> {
  return feeds.stoa.database.transaction(async ({ connection }) => {
    const query = () => ancestorRepository(connection).responses(filter, { after, limit: LIMIT })
    const ranges = filter.publisherIds?.length ?? 1
    if (feeds.stoa.database.dialect.name === 'mysql') {
      const before = await rowsRead(connection)
      const found = await query()
      // Only a person's responses are filtered by community, within their index.
      const isWithin = filter.publisherIds !== null && filter.communityId === feeds.garden
      if (!isWithin) expect((await rowsRead(connection)) - before).toBeLessThanOrEqual(ranges * (LIMIT + 2) * 4 + 20)
      return found
    }
    const asked: { sql: string; bindings: string[] }[] = []
    const keep = (one: { sql: string; bindings: string[] }) => asked.push(one)
    connection.on('query', keep)
    const found = await query()
    connection.off('query', keep)
    const [{ sql, bindings } = { sql: '', bindings: [] }] = asked
    const plan: { detail: string }[] = await connection.raw(`explain query plan ${sql}`, bindings)
    const searches = plan.map(({ detail }) => detail).filter((detail) => / posts /.test(detail))
    const byPerson = filter.publisherIds !== null
    const columns =
      filter.parentPostId === null
        ? byPerson
          ? 'posts_responses_by (publisher_id=? AND is_response=? AND status=? AND id>?)'
          : 'posts_responses_in (community_id=? AND is_response=? AND status=? AND id>?)'
        : byPerson
          ? 'posts_responses (publisher_id=? AND status=? AND parent_post_id=? AND id>?)'
          : 'posts_responses_to (parent_post_id=? AND status=? AND id>?)'
    expect(searches).toEqual(Array.from({ length: ranges }, () => `SEARCH posts USING COVERING INDEX ${columns}`))
    // Only the pages of several accounts are sorted.
    if (ranges === 1) expect(plan.filter(({ detail }) => detail.includes('TEMP B-TREE'))).toEqual([])
    return found
  })
}

async function rowsRead(connection: Connection): Promise<number> {
  const [rows] = await connection.raw("show session status like 'Handler_read%'")
  return rows.reduce((sum: number, row: { Value: string }) => sum + Number(row.Value), 0)
}

test('the job updates the ranks of the last week and of older posts once more, and moves posts to their age band', async () => {
  // As after a clock that went ahead and was set back.
  await feeds.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ age_band: 0, kind: 'story' }).update({ age_band: 3 }),
  )
  const before: PostRow[] = await feeds.stoa.database.read('posts')
  const begun = feeds.stoa.clock.now()
  feeds.stoa.clock.advance(5 * HOUR)
  await feeds.stoa.app.services.posts.refreshHot()
  const after: PostRow[] = await feeds.stoa.database.read('posts')
  const now = feeds.stoa.clock.now()
  const bandAt = (row: PostRow, time: number) =>
    [DAY, 7 * DAY, 30 * DAY].filter((end) => time - row.created_at > end).length
  expect(after.filter((row) => row.age_band !== bandAt(row, now))).toEqual([])
  const isYoung = new Set(before.filter((row) => bandAt(row, begun) < 2).map((row) => row.id))
  const ranked = after.filter((row) => row.hot === hotRank({ score: row.score, createdAt: row.created_at, now }))
  expect(after.filter((row) => isYoung.has(row.id) && !ranked.includes(row))).toEqual([])
  expect(after.filter((row) => isYoung.has(row.id) && row.age_band === 2).length).toBeGreaterThan(0)
})

type Case = Omit<FeedRequest, 'userIds' | 'moderatedKinds' | 'featuredIds'> & { scope: string; isFeaturing?: boolean }

function feedRequests(): Case[] {
  const scopes = [
    { scope: 'all', communityId: null, flairId: null },
    { scope: 'a community', communityId: 'x', flairId: null },
    { scope: 'a topic', communityId: 'x', flairId: 'x' },
  ]
  const ofOneCommunity: ReadonlySet<string> = new Set(['recommended', 'pinned'])
  const sorted = (['all', 'community', 'partner', 'recommended', 'user', 'pinned'] as const).flatMap((type) =>
    scopes
      .slice(Number(ofOneCommunity.has(type)))
      .flatMap((scope) =>
        ([null, 'new', 'top', 'hot', 'active', 'promoted'] as const).flatMap((sort) =>
          (['all', 'week'] as const).map((since) => ({ type, ...scope, sort, since })),
        ),
      ),
  )
  const others = (['pending', 'userDraft', 'userPending', 'userScheduled', 'userDeleted'] as const).map((type) => ({
    type,
    ...scopes[1]!,
    sort: null,
    since: 'all' as const,
  }))
  const featuring = sorted
    .filter(({ type, scope }) => type === 'all' && scope === 'a community')
    .map((request) => ({ ...request, scope: 'a community that features others', isFeaturing: true }))
  return [...sorted, ...others, ...featuring]
}
