import type { CommentSort } from '@stoa/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedComments } from '../../../../test/seed-comments.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { commentListRepository, positionOf } from './list-repository.ts'
import { type CommentRow, commentRepository } from './repository.ts'

const SORTS: CommentSort[] = ['top', 'new', 'old', 'active']
const LIMIT = 21

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

describe('a list read during writes', () => {
  test.each(SORTS)(
    '%s: existing comments are shown once, whatever is added meanwhile',
    async (sort) => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            before: fc.integer({ min: 1, max: 12 }),
            limit: fc.integer({ min: 1, max: 4 }),
            between: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 }),
          }),
          async ({ before, limit, between }) => {
            const postId = await forum.newPost()
            const there: string[] = []
            for (let count = 0; count < before; count += 1)
              there.push((await forum.say(forum.ada.token, { postId })).id)
            const seen: string[] = []
            let cursor: string | null = null
            for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
              const page = await forum.thread(postId, { sort, limit, ...(cursor === null ? {} : { cursor }) })
              expect(page.items.length).toBeLessThanOrEqual(limit)
              expect(page.hasMore).toBe(page.cursor !== null)
              seen.push(...page.items.map(({ id }) => id))
              cursor = page.cursor
              for (let count = 0; count < (between[turn] ?? 0); count += 1) await forum.say(forum.bea.token, { postId })
            }
            expect(new Set(seen).size).toBe(seen.length)
            expect(seen.filter((id) => there.includes(id)).sort()).toEqual(there.sort())
          },
        ),
        { numRuns: 6 },
      )
    },
    60_000,
  )

  test('a cursor is valid for its own list only', async () => {
    const postId = await forum.newPost()
    for (let count = 0; count < 3; count += 1) await forum.say(forum.ada.token, { postId })
    const { cursor } = await forum.thread(postId, { limit: 1, sort: 'new' })
    const elsewhere = await forum.stoa.call('commentList', { type: 'post', postId, sort: 'old', cursor: cursor ?? '' })
    expect(elsewhere.body.code).toBe('CURSOR_INVALID')
  })

  test('a page has at most 100 items', async () => {
    const postId = await forum.newPost()
    const { communityId, ada } = forum
    await seedComments(forum.stoa, { postId, communityId, publisherId: ada.id, count: 120 })
    expect((await forum.thread(postId, { limit: 5000 })).items).toHaveLength(100)
    expect((await forum.thread(postId)).items).toHaveLength(20)
  })
})

describe('a thread of 20,000 comments, one with 1,000 replies', () => {
  let small: string
  let large: string
  let ids: string[]
  let answered: string
  let replies: string[]

  beforeAll(async () => {
    const { stoa, communityId, ada } = forum
    const about = { communityId, publisherId: ada.id }
    small = await forum.newPost()
    await seedComments(stoa, { ...about, postId: small, count: 100 })
    large = await forum.newPost()
    ids = await seedComments(stoa, { ...about, postId: large, count: 20_000 })
    answered = ids.at(-1) ?? ''
    replies = await seedComments(stoa, { ...about, postId: large, count: 1000, parentId: answered })
    if (stoa.database.dialect.name === 'mysql') {
      await stoa.database.transaction(({ connection }) => connection.raw('analyze table comments'))
    }
  }, 120_000)

  const rowOf = async (connection: Connection, id: string) =>
    (await commentRepository(connection).byId(id)) as CommentRow

  test.each(SORTS)('%s: the first page and a deep page read only their own rows', async (sort) => {
    const middle = await rowOf(forum.stoa.database.read, ids[10_000] ?? '')
    for (const after of [null, positionOf(middle, sort)]) {
      await expectIndexRanges(forum.stoa, {
        table: 'comments',
        rows: LIMIT + 5,
        work: (connection) => commentListRepository(connection).ofPost(large, sort, { after, limit: LIMIT }),
      })
    }
  })

  test('the replies on a page are one range per comment', async () => {
    const parents = await forum.stoa.database.read<CommentRow>('comments').whereIn('id', [answered, ids[0] ?? ''])
    const asked = parents.map((parent) => ({ ...parent, num_replies: 1000 }))
    await expectIndexRanges(forum.stoa, {
      table: 'comments',
      // Each range is read, stored and read again by the union.
      rows: 40,
      work: (connection) => commentListRepository(connection).firstReplies(asked),
    })
  })

  test('replies after a position, and up to one, are read from there', async () => {
    const parent = await rowOf(forum.stoa.database.read, answered)
    const position = positionOf(await rowOf(forum.stoa.database.read, replies[600] ?? ''), 'old')
    const works = [
      (connection: Connection) => commentListRepository(connection).replies(parent, { after: position, limit: LIMIT }),
      (connection: Connection) => commentListRepository(connection).repliesUpTo(parent, position, LIMIT),
    ]
    for (const work of works) await expectIndexRanges(forum.stoa, { table: 'comments', rows: LIMIT + 5, work })
  })

  test('a person’s comments and the queue are ranges too', async () => {
    const { ada, communityId } = forum
    const works = [
      (connection: Connection) =>
        commentListRepository(connection).ofPublishers(
          { userIds: [ada.id], communityId: null },
          { after: null, limit: LIMIT },
        ),
      (connection: Connection) => commentListRepository(connection).pending(communityId, { after: null, limit: LIMIT }),
    ]
    for (const work of works) await expectIndexRanges(forum.stoa, { table: 'comments', rows: LIMIT + 5, work })
  })

  test('the number of queries doesn’t depend on a page’s content', async () => {
    const of = async (work: () => Promise<unknown>) => (await queriesOf(forum.stoa, work)).length
    const { comments } = forum.stoa.app.services
    const page = (limit: number, sort: CommentSort) => of(() => comments.firstPage({ postId: large, sort, limit }))
    expect(await page(2, 'new')).toBe(await page(100, 'new'))
    expect(await page(100, 'new')).toBeLessThanOrEqual(5)
    const permalink = (id: string) => of(() => comments.get(null, { commentId: id, sort: 'old' }))
    expect(await permalink(replies[2] ?? '')).toBe(await permalink(replies[900] ?? ''))
  })

  test('a permalink deep in the replies shows what precedes it', async () => {
    const { payload } = (await forum.stoa.call('commentGet', { commentId: replies[300] ?? '' })).body
    expect(payload.replies.items.map(({ id }) => id)).toEqual(replies.slice(0, 301))
    expect(payload.replies.hasMore).toBe(true)
  })
})
