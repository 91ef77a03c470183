import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

test.each([
  ['post', 'postId'],
  ['replies', 'parentCommentId'],
  ['user', 'userId'],
  ['pending', 'tokenName'],
] as const)('the list %s requires %s', async (type, field) => {
  const { body } = await forum.stoa.call('commentList', { type }, { token: forum.moderator.token })
  expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] })
})

test('another list type is not supported', async () => {
  const { status, body } = await forum.stoa.call('commentList', { type: 'best' as 'post' })
  expect([status, body.code]).toEqual([400, 'LIST_TYPE_UNSUPPORTED'])
})

test('the orders: most liked, newest, oldest, latest reply', async () => {
  const postId = await forum.newPost()
  const [a, b, c] = [
    await forum.say(forum.ada.token, { postId }),
    await forum.say(forum.ada.token, { postId }),
    await forum.say(forum.ada.token, { postId }),
  ]
  const react = (entityId: string, reactionName: 'thumb-up' | 'thumb-down') =>
    forum.stoa.call('postReaction', { entityId, entityType: 'Comment', reactionName }, { token: forum.bea.token })
  await react(b.id, 'thumb-up')
  await react(c.id, 'thumb-down')
  await forum.say(forum.bea.token, { postId, replyToCommentId: a.id })
  const order = async (sort: 'top' | 'new' | 'old' | 'active') =>
    (await forum.thread(postId, { sort })).items.map((item) => item.id)
  expect(await order('top')).toEqual([b.id, a.id, c.id])
  expect(await order('new')).toEqual([c.id, b.id, a.id])
  expect(await order('old')).toEqual([a.id, b.id, c.id])
  expect(await order('active')).toEqual([a.id, c.id, b.id])
})

test('replies: five with their comment, the rest by its cursor', async () => {
  const postId = await forum.newPost()
  const top = await forum.say(forum.ada.token, { postId })
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1)
    ids.push((await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })).id)
  const first = (await forum.thread(postId)).items[0]?.replies
  expect(first?.items.map((item) => item.id)).toEqual(ids.slice(0, 5))
  const more = await forum.stoa.call('commentList', {
    type: 'replies',
    parentCommentId: top.id,
    cursor: first?.cursor ?? '',
  })
  expect(more.body.payload.items.map((item) => item.id)).toEqual(ids.slice(5))
  expect(more.body.payload.hasMore).toBe(false)
})

test('a permalink includes its parent, the page around it and the replies up to it', async () => {
  const postId = await forum.newPost()
  await forum.say(forum.ada.token, { postId })
  const top = await forum.say(forum.ada.token, { postId })
  await forum.say(forum.ada.token, { postId })
  const ids: string[] = []
  for (let count = 0; count < 8; count += 1)
    ids.push((await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })).id)
  const { payload } = (await forum.stoa.call('commentGet', { commentId: ids[6] ?? '' })).body
  expect(payload.comment.id).toBe(ids[6])
  expect(payload.parent?.id).toBe(top.id)
  expect(payload.around.items.map((item) => item.id)[0]).toBe(top.id)
  expect(payload.around.items).toHaveLength(2)
  expect(payload.replies.items.map((item) => item.id)).toEqual(ids.slice(0, 7))
  const more = await forum.stoa.call('commentList', {
    type: 'replies',
    parentCommentId: top.id,
    cursor: payload.replies.cursor ?? '',
  })
  expect(more.body.payload.items.map((item) => item.id)).toEqual(ids.slice(7))
})

test('the page around a permalink begins with its thread in the chosen order, and goes on in it', async () => {
  const postId = await forum.newPost()
  const ids: string[] = []
  for (let count = 0; count < 14; count += 1) ids.push((await forum.say(forum.ada.token, { postId })).id)
  const reply = await forum.say(forum.bea.token, { postId, replyToCommentId: ids[2] ?? '' })
  const around = async (commentId: string, sort: 'old' | 'new') => {
    const { payload } = (await forum.stoa.call('commentGet', { commentId, sort })).body
    return payload.around
  }
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
  const first = await around(reply.id, 'old')
  expect(idsOf(first)).toEqual(ids.slice(2, 12))
  const next = await forum.stoa.call('commentList', { type: 'post', postId, sort: 'old', cursor: first.cursor ?? '' })
  expect(idsOf(next.body.payload)).toEqual(ids.slice(12))
  expect(idsOf(await around(ids[2] ?? '', 'new'))).toEqual(ids.slice(0, 3).toReversed())
})

test('a person’s comments exclude those under non-public posts', async () => {
  const writer = await forum.stoa.member('eve_demo', { join: ['FORUM'] })
  const open = await forum.newPost()
  const closed = await forum.newPost()
  const shown = await forum.say(writer.token, { postId: open })
  await forum.say(writer.token, { postId: closed })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: closed }).update({ status: 1 }),
  )
  const list = await forum.stoa.call('commentList', { type: 'user', userId: writer.id })
  expect(list.body.payload.items).toMatchObject([
    { id: shown.id, post: { title: expect.any(String), slugUrl: expect.any(String), kind: 'community' } },
  ])
  expect(list.body.payload.items[0]).not.toHaveProperty('publisherSince')
  const nobody = await forum.stoa.call('commentList', { type: 'user', userId: '0'.repeat(20) })
  expect(nobody.body.code).toBe('USER_NOT_FOUND')
})

test('a signed-in reader gets their own reactions with the page', async () => {
  const postId = await forum.newPost()
  const comment = await forum.say(forum.ada.token, { postId })
  await forum.stoa.call(
    'postReaction',
    { entityId: comment.id, entityType: 'Comment', reactionName: 'thumb-up' },
    { token: forum.bea.token },
  )
  expect((await forum.thread(postId, { token: forum.bea.token })).viewerFacts?.reactions).toEqual({
    [comment.id]: 'thumb-up',
  })
  expect((await forum.thread(postId)).viewerFacts).toBeUndefined()
})
