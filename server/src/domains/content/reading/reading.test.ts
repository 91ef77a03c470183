import { CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { queriesOf } from '../../../../test/queries.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { commentListRepository } from '../comments/list-repository.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'reader')

type Person = { id: string; token: string }

const now = () => forum.stoa.clock.now()
const read = ({ token }: { token: string }, postId: string, until = now()) =>
  forum.stoa.call('postRead', { postId, until }, { token })
const readAll = ({ token }: { token: string }, tokenName?: string) =>
  forum.stoa.call('postReadAll', tokenName === undefined ? {} : { tokenName }, { token })
/** What is new in posts, as the viewer’s facts say. */
const reads = async ({ token }: { token: string }, ...postIds: string[]) =>
  (await forum.stoa.call('viewerFacts', { postIds: postIds.join(',') }, { token })).body.payload.reads
const newIn = async (person: { token: string }, postId: string) => (await reads(person, postId))?.[postId]?.newComments
const rowsOf = ({ id }: Person) => forum.stoa.database.read('reading_positions').where({ user_id: id })
const setStatus = (id: string, status: number) =>
  forum.stoa.database.transaction(({ connection }) => connection('comments').where({ id }).update({ status }))

test('comments and replies by others after the position are new, and the earliest is named', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const { id: old } = await forum.say(forum.ada.token, { postId })
  expect(await reads(reader, postId)).toBeUndefined()
  expect((await read(reader, postId)).body.payload).toEqual({ until: now() })
  const until = now()
  expect(await reads(reader, postId)).toEqual({ [postId]: { until, newComments: 0 } })
  await forum.say(reader.token, { postId, replyToCommentId: old })
  const reply = await forum.say(forum.ada.token, { postId, replyToCommentId: old })
  await forum.say(forum.bea.token, { postId })
  const expected = { until, newComments: 2, firstNew: { id: reply.id, parentCommentId: old } }
  expect(await reads(reader, postId)).toEqual({ [postId]: expected })
  // The same in a feed and with the post.
  const feed = await forum.stoa.call('postList', { type: 'all', tokenName: 'FORUM' }, { token: reader.token })
  expect(feed.body.payload.viewerFacts?.reads).toEqual({ [postId]: expected })
  const post = await forum.stoa.call('postGet', { idOrSlug: postId }, { token: reader.token })
  expect(post.body.payload.viewerFacts?.reads).toEqual({ [postId]: expected })
})

test('hidden and pending comments aren’t new', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  await read(reader, postId)
  const [one, other] = [await forum.say(forum.ada.token, { postId }), await forum.say(forum.bea.token, { postId })]
  expect(await newIn(reader, postId)).toBe(2)
  await forum.hide(forum.moderator.token, { commentId: one.id, reason: 'spam' })
  await setStatus(other.id, CommentStatus.pending)
  expect(await newIn(reader, postId)).toBe(0)
})

test('comments by people whom the reader has blocked or muted aren’t new, whichever account they wrote with', async () => {
  const { call } = forum.stoa
  const [reader, pest, other, second] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  await read(reader, postId)
  for (const { token } of [pest, second, other]) await forum.say(token, { postId })
  const last = await forum.say(forum.ada.token, { postId })
  expect(await newIn(reader, postId)).toBe(4)
  await call('dmBlock', { blockUserId: pest.id, block: true }, { token: reader.token })
  expect(await newIn(reader, postId)).toBe(3)
  const mute = { entityType: 'user', entityId: other.id, block: true } as const
  await call('notificationBlock', mute, { token: reader.token })
  expect(await newIn(reader, postId)).toBe(2)
  await merge(pest, second)
  expect((await reads(reader, postId))?.[postId]).toMatchObject({ newComments: 1, firstNew: { id: last.id } })
  // Whoever is blocked counts as before.
  await read(pest, postId)
  await forum.say(reader.token, { postId })
  expect(await newIn(pest, postId)).toBe(1)
})

test('comments that a thread collapses because of a muted word aren’t new', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  await read(reader, postId)
  await forum.say(forum.ada.token, { postId, content: 'A DÜCK' })
  const other = await forum.say(forum.ada.token, { postId, content: 'A duckling' })
  const mute = (block: boolean) =>
    forum.stoa.call('notificationBlock', { entityType: 'word', text: 'duck', block }, { token: reader.token })
  await mute(true)
  expect((await reads(reader, postId))?.[postId]).toMatchObject({ newComments: 1, firstNew: { id: other.id } })
  await mute(false)
  expect(await newIn(reader, postId)).toBe(2)
})

test('muted words are looked for in few texts at once, and in so many only', async () => {
  const reader = await signedUp()
  const postIds: string[] = []
  for (let count = 0; count < 12; count += 1) {
    const postId = await forum.newPost()
    await read(reader, postId)
    const { id } = await forum.say(forum.ada.token, { postId, content: 'A duck' })
    const row = await forum.stoa.database.read('comments').where({ id }).first()
    await forum.stoa.database.transaction(async ({ connection }) => {
      const rows = Array.from({ length: 99 }, () => ({ ...row, id: forum.stoa.app.ids.next() }))
      for (let at = 0; at < rows.length; at += 33) await connection('comments').insert(rows.slice(at, at + 33))
    })
    postIds.push(postId)
  }
  const mute = { entityType: 'word', text: 'duck', block: true } as const
  await forum.stoa.call('notificationBlock', mute, { token: reader.token })
  let news: (number | undefined)[] = []
  const queries = await queriesOf(forum.stoa, async () => {
    const found = await reads(reader, ...postIds)
    news = postIds.map((id) => found?.[id]?.newComments)
  })
  const ofTexts = queries.filter(({ sql }) => sql.startsWith('select `id`, `content` from `comments`'))
  expect(ofTexts.map(({ bindings }) => bindings.length)).toEqual(Array.from({ length: 10 }, () => 100))
  // What isn’t looked through counts.
  expect(news.toSorted()).toEqual([...Array.from({ length: 10 }, () => 0), 99, 99])
})

test('a position never moves back, not into the future, and the later device wins', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const first = now()
  forum.stoa.clock.advance(1000)
  const answers = await Promise.all([first, now(), first + 1, now() - 10].map((until) => read(reader, postId, until)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await reads(reader, postId))?.[postId]?.until).toBe(now())
  expect((await read(reader, postId, first)).body.payload).toEqual({ until: now() })
  expect((await read(reader, postId, now() + DAY_MS)).body.payload).toEqual({ until: now() })
  expect(await rowsOf(reader)).toHaveLength(1)
})

test('a person’s other pages are told, once per change', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const heard: { name: string; room: string; event: object }[] = []
  const end = forum.stoa.app.events.subscribe((event) => void heard.push(event))
  for (const until of [now() - 5, now() - 5, now() - 9, now()]) await read(reader, postId, until)
  end()
  const about = { userId: reader.id, postId }
  expect(heard).toMatchObject([
    { name: 'viewer.read', room: `viewer:${reader.id}:${postId}`, event: { ...about, until: now() - 5 } },
    { name: 'viewer.read', event: { ...about, until: now() } },
  ])
})

test('posts that the viewer can’t see have no position, and visitors none at all', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  await read(reader, postId)
  await forum.say(forum.ada.token, { postId })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: postId }).update({ status: PostStatus.hiddenByAdmin }),
  )
  expect((await read(reader, postId)).body.code).toBe('POST_NOT_FOUND')
  expect(await reads(reader, postId)).toBeUndefined()
  expect((await forum.stoa.call('postRead', { postId, until: 1 })).body.code).toBe('AUTH_REQUIRED')
  expect((await forum.stoa.call('postReadAll', {})).body.code).toBe('AUTH_REQUIRED')
})

test('everything is marked as read in one community or everywhere, with its unread mark', async () => {
  const { stoa } = forum
  const communityId = await seedCommunity(stoa, { tokenName: 'SHEDS' })
  const reader = await signedUp(['FORUM', 'SHEDS'])
  const [here, there] = [await forum.newPost(), await forum.newPost({ communityId })]
  for (const postId of [here, there]) {
    await read(reader, postId)
    await forum.say(forum.admin.token, { postId, tokenName: postId === here ? 'FORUM' : 'SHEDS' })
  }
  const hasNew = async () => {
    const { items } = (await stoa.call('joinedList', {}, { token: reader.token })).body.payload
    return items.filter((one) => one.hasNew).map(({ tokenName }) => tokenName)
  }
  stoa.clock.advance(60_000)
  await stoa.database.transaction(({ connection }) => connection('communities').update({ active_at: now() }))
  expect((await hasNew()).toSorted()).toEqual(['FORUM', 'SHEDS'])
  stoa.clock.advance(1)
  expect((await readAll(reader, 'SHEDS')).body.payload).toEqual({ until: now() })
  expect([await newIn(reader, here), await newIn(reader, there)]).toEqual([1, 0])
  expect(await hasNew()).toEqual(['FORUM'])
  await readAll(reader)
  expect([await newIn(reader, here), await newIn(reader, there)]).toEqual([0, 0])
  expect(await hasNew()).toEqual([])
  // Later comments are new again.
  await forum.say(forum.ada.token, { postId: here })
  expect(await newIn(reader, here)).toBe(1)
  expect((await readAll(reader, 'NOWHERE')).body.code).toBe('COMMUNITY_NOT_FOUND')
  // One row for all posts, and none for posts that the reader has never opened.
  expect(await rowsOf(reader)).toHaveLength(2)
})

test('a person’s accounts are read together, until they separate', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  await read(main, postId)
  await forum.say(forum.ada.token, { postId })
  await read(other, postId)
  await forum.say(other.token, { postId })
  await merge(main, other)
  expect(await newIn(main, postId)).toBe(0)
  await undo(main, other)
  expect(await newIn(main, postId)).toBe(2)
})

test('counting costs one short index range per post, regardless of the thread’s length', async () => {
  const [one, other] = [await forum.newPost(), await forum.newPost()]
  const { id } = await forum.say(forum.ada.token, { postId: one })
  const row = await forum.stoa.database.read('comments').where({ id }).first()
  const copies = [one, other].flatMap((post_id, post) =>
    Array.from({ length: 300 }, (_, index) => ({
      ...row,
      post_id,
      id: `${post}${index}`.padStart(20, 'n'),
      created_at: index,
    })),
  )
  await forum.stoa.database.transaction(({ connection }) => connection.batchInsert('comments', copies, 20))
  const ranges = [one, other].map((postId) => ({ postId, since: 50 }))
  await expectIndexRanges(forum.stoa, {
    table: 'comments',
    // Each row is read twice: from the index, and from the part’s result.
    rows: 410,
    work: (connection) => commentListRepository(connection).writtenSince(ranges, 100),
  })
  const reader = await signedUp()
  await read(reader, other, 50)
  expect(await newIn(reader, other)).toBe(99)
})

test('positions are deleted with their account, and forgotten after a year', async () => {
  const [leaving, staying] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  for (const person of [leaving, staying]) {
    await read(person, postId)
    await readAll(person)
  }
  const { username: confirm } = leaving
  await forum.stoa.call('userDelete', { confirm, content: 'keep' }, { token: leaving.token })
  expect(await rowsOf(leaving)).toEqual([])
  expect(await forum.stoa.database.read('reading_marks').where({ user_id: leaving.id })).toEqual([])
  await forum.stoa.app.services.reading.cleanUp()
  expect(await rowsOf(staying)).toHaveLength(1)
  forum.stoa.clock.advance(367 * DAY_MS)
  await forum.stoa.app.services.reading.cleanUp()
  expect(await rowsOf(staying)).toEqual([])
})
