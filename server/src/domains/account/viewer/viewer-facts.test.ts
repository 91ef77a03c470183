import { type CallInput, type CallOutput, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const facts = (input: { postIds?: string; commentIds?: string }) =>
  forum.stoa.call('viewerFacts', input, { token: forum.bea.token })

test('contain the viewer’s own reactions to posts and comments, nobody else’s', async () => {
  const postId = await forum.newPost()
  const { id } = await forum.say(forum.ada.token, { postId })
  const react = (token: string, about: { entityId: string; entityType: 'Post' | 'Comment' }) =>
    forum.stoa.call('postReaction', { ...about, reactionName: 'thumb-up' }, { token })
  await react(forum.bea.token, { entityId: id, entityType: 'Comment' })
  await react(forum.bea.token, { entityId: postId, entityType: 'Post' })
  const other = await forum.say(forum.ada.token, { postId })
  await react(forum.ada.token, { entityId: other.id, entityType: 'Comment' })
  const { payload } = (await facts({ postIds: postId, commentIds: `${id},${other.id}` })).body
  expect(payload).toEqual({ reactions: { [id]: 'thumb-up', [postId]: 'thumb-up' }, votes: {}, comments: [] })
})

test('accept up to 200 ids and nothing else', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(20, '0')).join(',')
  expect((await facts({ commentIds: ids(200) })).status).toBe(200)
  expect((await facts({ commentIds: ids(201) })).body.code).toBe('VALIDATION_FAILED')
  expect((await facts({ postIds: ids(101), commentIds: ids(100) })).body.code).toBe('VALIDATION_FAILED')
  expect((await facts({ postIds: 'x' })).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'postIds' }],
  })
  expect((await facts({})).body.payload).toEqual({ reactions: {}, votes: {}, comments: [] })
})

test('contain nothing for a post that the viewer can’t see anymore', async () => {
  const { stoa, ada, bea } = forum
  const poll = { tokenName: 'FORUM', title: 'A poll', postContent: '{"blocks":[]}', pollOptions: ['A', 'B'] }
  const { id } = (await stoa.call('postCreate', poll, { token: ada.token })).body.payload.post
  await stoa.call('postVote', { postId: id, selectedOptionIndex: 1 }, { token: bea.token })
  await stoa.call('postReaction', { entityId: id, entityType: 'Post', reactionName: 'thumb-up' }, { token: bea.token })
  const own = async () => (await facts({ postIds: id })).body.payload
  expect(await own()).toMatchObject({ reactions: { [id]: 'thumb-up' }, votes: { [id]: { selectedOptionIndex: 1 } } })
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id }).update({ status: PostStatus.hiddenByDomainAdmin }),
  )
  expect(await own()).toEqual({ reactions: {}, votes: {}, comments: [] })
})

test('nor for comments under it, not even the viewer’s own', async () => {
  const { stoa, bea } = forum
  const postId = await forum.newPost()
  const { id } = await forum.say(forum.ada.token, { postId })
  const own = await forum.say(bea.token, { postId })
  await forum.hide(bea.token, { commentId: own.id })
  await stoa.call(
    'postReaction',
    { entityId: id, entityType: 'Comment', reactionName: 'thumb-up' },
    { token: bea.token },
  )
  await stoa.call(
    'postReaction',
    { entityId: postId, entityType: 'Post', reactionName: 'thumb-up' },
    { token: bea.token },
  )
  const told = async () => (await facts({ commentIds: `${id},${own.id},${postId}` })).body.payload
  expect(await told()).toMatchObject({ reactions: { [id]: 'thumb-up' }, comments: [{ id: own.id }] })
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: postId }).update({ status: PostStatus.hiddenByDomainAdmin }),
  )
  expect(await told()).toEqual({ reactions: {}, votes: {}, comments: [] })
})

test('are empty for visitors', async () => {
  expect((await forum.stoa.call('viewerFacts', {})).body.code).toBe('AUTH_REQUIRED')
})

test('the list of reactions has the viewer’s own to what they may see, newest first', async () => {
  const { stoa } = forum
  const [reader, ada] = [await stoa.member('reactor_demo', { join: ['FORUM'] }), forum.ada]
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(ada.token, { postId })
  const hiddenId = await forum.newPost()
  const react = (entityType: 'Post' | 'Comment', entityId: string, { token }: { token: string }) =>
    stoa.call('postReaction', { entityType, entityId, reactionName: 'thumb-down' }, { token })
  for (const [type, id] of [
    ['Post', hiddenId],
    ['Comment', commentId],
    ['Post', postId],
  ] as const) {
    stoa.clock.advance(1000)
    await react(type, id, reader)
  }
  await react('Post', postId, ada)
  await stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: hiddenId }).update({ status: PostStatus.hiddenByAdmin }),
  )
  const list = async (input: CallInput<'reactionList'>, { token } = reader) => {
    const items: CallOutput<'reactionList'>['items'] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await stoa.call('reactionList', { ...input, limit: 1, ...(cursor ? { cursor } : {}) }, { token })
      items.push(...page.body.payload.items)
      ;({ cursor } = page.body.payload)
    }
    return items
  }
  const idsOf = async (...about: Parameters<typeof list>) => (await list(...about)).map(({ entityId }) => entityId)
  expect(await list({})).toEqual(
    [
      { entityId: postId, entityType: 'Post', timestamp: stoa.clock.now() },
      { entityId: commentId, entityType: 'Comment', timestamp: stoa.clock.now() - 1000 },
    ].map((about) => ({ ...about, userId: reader.id, username: 'reactor_demo', reactionName: 'thumb-down' })),
  )
  expect(await idsOf({ tokenName: 'forum', userId: reader.id })).toEqual([postId, commentId])
  expect(await idsOf({ entityId: commentId })).toEqual([commentId])
  expect([await idsOf({ entityId: hiddenId }), await idsOf({ userId: ada.id })]).toEqual([[], []])
  expect(await idsOf({ entityId: commentId }, ada)).toEqual([])
  await seedCommunity(stoa, { tokenName: 'OTHERS' })
  expect(await idsOf({ tokenName: 'OTHERS' })).toEqual([])
  expect((await stoa.call('reactionList', {})).body.code).toBe('AUTH_REQUIRED')
})
