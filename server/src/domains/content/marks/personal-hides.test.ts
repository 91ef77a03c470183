import { type CallOutput, type EntityType, PostStatus } from '@stoa/contract'
import { ROLES } from '@stoa/contract/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { expectIndexRanges } from '../../../../test/index-ranges.ts'
import { mayRead, startReadingScene } from '../../../../test/matrices/permission-reading.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { markRepository, marksAmong } from './repository.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())
const { signedUp, merge, undo } = mergeActions(() => forum.stoa, 'hider')

type Person = { id: string; token: string }

const hide = ({ token }: { token: string }, [entityType, entityId]: [EntityType, string], hidden = true) =>
  forum.stoa.call('contentHideForMe', { entityType, entityId, hide: hidden }, { token })
const list = async ({ token }: { token: string }, input: { limit?: number; cursor?: string } = {}) =>
  (await forum.stoa.call('hiddenForMeList', input, { token })).body.payload
const idsOf = ({ items }: CallOutput<'hiddenForMeList'>) => items.map(({ id }) => id)
const rowsOf = ({ id }: Person) => forum.stoa.database.read('personal_hides').where({ user_id: id })

test('posts and comments are in one list, last hidden first, and leave it when shown again', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId, content: 'Buy this' })
  expect((await hide(reader, ['Post', postId])).body.payload).toEqual({ hidden: true })
  forum.stoa.clock.advance(1)
  for (const _ of [1, 2]) expect((await hide(reader, ['Comment', commentId])).body.payload).toEqual({ hidden: true })
  expect((await list(reader)).items).toMatchObject([
    { id: commentId, hiddenAt: forum.stoa.clock.now(), post: { id: postId }, comment: { content: 'Buy this' } },
    { id: postId, post: { id: postId }, comment: null },
  ])
  const first = await list(reader, { limit: 1 })
  expect(idsOf(first)).toEqual([commentId])
  expect(idsOf(await list(reader, { limit: 1, cursor: first.cursor ?? '' }))).toEqual([postId])
  for (const _ of [1, 2]) {
    expect((await hide(reader, ['Comment', commentId], false)).body.payload).toEqual({ hidden: false })
  }
  expect(idsOf(await list(reader))).toEqual([postId])
})

test('a page and a lookup cost the same regardless of how much is hidden', async () => {
  const { id: user_id } = await signedUp()
  const about = { user_id, entity_type: 'Post', community_id: forum.communityId }
  const rows = Array.from({ length: 200 }, (_, index) => ({ ...about, entity_id: `deep${index}`, hidden_at: index }))
  await forum.stoa.database.transaction(({ connection }) => connection.batchInsert('personal_hides', rows, 100))
  const page = { position: [50, 'deep50'] as [number, string], limit: 5 }
  await expectIndexRanges(forum.stoa, {
    table: 'personal_hides',
    rows: 6,
    work: (connection) => markRepository(connection, 'hidden').page({ userIds: [user_id], communityId: null }, page),
  })
  const marks = await marksAmong(forum.stoa.database.read, [user_id], ['deep3', 'deep4', 'none'])
  expect(marks.toSorted((one, other) => one.entity_id.localeCompare(other.entity_id))).toEqual([
    { kind: 'hidden', entity_id: 'deep3' },
    { kind: 'hidden', entity_id: 'deep4' },
  ])
})

test('concurrent hides create one', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  const answers = await Promise.all(Array.from({ length: 5 }, () => hide(reader, ['Post', postId])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await rowsOf(reader)).toHaveLength(1)
})

test('people can’t hide their own content, a post as a comment, or missing content', async () => {
  const postId = await forum.newPost({ publisherId: forum.bea.id })
  const { id: commentId } = await forum.say(forum.bea.token, { postId })
  expect((await hide(forum.bea, ['Post', postId])).body.code).toBe('FORBIDDEN')
  expect((await hide(forum.bea, ['Comment', commentId])).body.code).toBe('FORBIDDEN')
  expect((await hide(forum.ada, ['Post', commentId])).body.code).toBe('POST_NOT_FOUND')
  expect((await hide(forum.ada, ['Comment', postId])).body.code).toBe('COMMENT_NOT_FOUND')
})

test('content that moderators hide is left out of the list, and can be shown again', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost()
  await hide(reader, ['Post', postId])
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: postId }).update({ status: PostStatus.hiddenByAdmin }),
  )
  expect(idsOf(await list(reader))).toEqual([])
  expect((await hide(reader, ['Post', postId], false)).body.payload).toEqual({ hidden: false })
  expect(await rowsOf(reader)).toEqual([])
})

test('the viewer’s facts on every page contain it; others’ responses don’t change', async () => {
  const [reader, other] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId })
  const feed = async (token?: string) =>
    (await forum.stoa.call('postList', { type: 'all', tokenName: 'FORUM' }, token ? { token } : {})).body.payload
  const [asVisitor, thread] = [await feed(), await forum.thread(postId)]
  await hide(reader, ['Post', postId])
  await hide(reader, ['Comment', commentId])
  const asked = async ({ token }: Person) =>
    (await forum.stoa.call('viewerFacts', { postIds: postId, commentIds: commentId }, { token })).body.payload
  expect((await asked(reader)).hiddenForMe?.toSorted()).toEqual([postId, commentId].toSorted())
  expect(await asked(other)).not.toHaveProperty('hiddenForMe')
  // The comment is a preview in the feed.
  expect((await feed(reader.token)).viewerFacts?.hiddenForMe?.toSorted()).toEqual([postId, commentId].toSorted())
  expect((await forum.thread(postId, { token: reader.token })).viewerFacts?.hiddenForMe).toEqual([commentId])
  expect((await forum.thread(postId, { token: other.token })).viewerFacts).not.toHaveProperty('hiddenForMe')
  expect([await feed(), await forum.thread(postId)]).toEqual([asVisitor, thread])
})

test('a person’s other pages are updated, and nobody is notified', async () => {
  const reader = await signedUp()
  const postId = await forum.newPost({ publisherId: forum.bea.id })
  const { id: entityId } = await forum.say(forum.bea.token, { postId })
  const heard: { name: string; room: string; event: object }[] = []
  const end = forum.stoa.app.events.subscribe((event) => void heard.push(event))
  const before = await forum.stoa.database.read('notification_causes').select('cause_id')
  for (const hidden of [true, true, false, false]) await hide(reader, ['Comment', entityId], hidden)
  await forum.stoa.app.jobs.drain()
  end()
  const room = `viewer:${reader.id}:${postId}`
  const event = { userId: reader.id, postId, entityId }
  expect(heard).toMatchObject([
    { name: 'viewer.hid', room, event: { ...event, hidden: true } },
    { name: 'viewer.hid', room, event: { ...event, hidden: false } },
  ])
  expect(await forum.stoa.database.read('notification_causes').select('cause_id')).toEqual(before)
})

test('items hidden by any account of a person are hidden for the person, until the accounts separate', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const [both, others] = [await forum.newPost(), await forum.newPost()]
  for (const [person, postId] of [
    [main, both],
    [other, others],
    [other, both],
  ] as const) {
    forum.stoa.clock.advance(1)
    await hide(person, ['Post', postId])
  }
  await merge(main, other)
  expect(idsOf(await list(main))).toEqual([both, others])
  const facts = await forum.stoa.call('viewerFacts', { postIds: `${both},${others}` }, { token: main.token })
  expect(facts.body.payload.hiddenForMe?.toSorted()).toEqual([both, others].toSorted())
  await hide(main, ['Post', both], false)
  expect(idsOf(await list(main))).toEqual([others])
  await undo(main, other)
  expect(idsOf(await list(main))).toEqual([])
  expect(await rowsOf(other)).toMatchObject([{ entity_id: others }])
})

test('hides are deleted with their account', async () => {
  const reader = await signedUp()
  await hide(reader, ['Post', await forum.newPost()])
  const { username: confirm } = reader
  await forum.stoa.call('userDelete', { confirm, content: 'keep' }, { token: reader.token })
  expect(await rowsOf(reader)).toEqual([])
})

test('each role sees of its hidden items what the permission table allows', async () => {
  const scene = await startReadingScene()
  const wrong: unknown[] = []
  for (const role of ROLES) {
    if (role === 'visitor') continue
    const { id: user_id, token } = scene.people[role]
    const rows = scene.items.map(({ kind, postId, commentId }, index) => {
      const [entity_type, entity_id] = kind === 'comment' ? ['Comment', commentId] : ['Post', postId]
      return { user_id, entity_id, entity_type, community_id: '', hidden_at: index }
    })
    await scene.stoa.database.transaction(({ connection }) => connection.batchInsert('personal_hides', rows, 100))
    const shown: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { limit: 100, ...(cursor ? { cursor } : {}) }
      const { payload } = (await scene.stoa.call('hiddenForMeList', input, { token })).body
      shown.push(...idsOf(payload))
      cursor = payload.cursor
    }
    for (const thing of scene.items) {
      if (shown.includes(thing.commentId || thing.postId) !== mayRead(role, thing)) wrong.push({ role, thing })
    }
  }
  await scene.stoa.close()
  expect(wrong).toEqual([])
}, 60_000)
