import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

test('visitors read a change as soon as its writer has the response', async () => {
  const postId = await forum.newPost()
  const feed = async () => {
    const { body } = await forum.stoa.call('postList', { tokenName: 'FORUM', type: 'community', sort: 'new' })
    return body.payload.items.find((item) => item.id === postId)?.numComments
  }
  for (let count = 0; count < 5; count += 1) {
    expect((await forum.thread(postId)).items).toHaveLength(count)
    expect(await feed()).toBe(count)
    await forum.say(forum.ada.token, { postId })
  }
})

test('edits, replies, reactions, hiding and restoring show at once', async () => {
  const postId = await forum.newPost()
  const { call } = forum.stoa
  const { token } = forum.ada
  const top = await forum.say(token, { postId })
  const replies = async () =>
    (await call('commentList', { type: 'replies', parentCommentId: top.id })).body.payload.items
  const seen = async () => (await forum.thread(postId)).items[0]
  expect(await replies()).toEqual([])
  const reply = await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })
  expect((await replies()).map((item) => item.id)).toEqual([reply.id])
  await call('commentEdit', { tokenName: 'FORUM', commentId: top.id, content: 'Changed' }, { token })
  expect((await seen())?.content).toBe('Changed')
  const reaction = { entityType: 'Comment', entityId: reply.id, reactionName: 'thumb-up' } as const
  await call('postReaction', reaction, { token })
  expect((await replies())[0]?.reactionsCount['thumb-up']).toBe(1)
  expect((await seen())?.replies.items[0]?.reactionsCount['thumb-up']).toBe(1)
  await forum.hide(forum.bea.token, { commentId: reply.id })
  expect(await replies()).toEqual([])
  await forum.hide(forum.bea.token, { commentId: reply.id, hidden: false })
  expect(await replies()).toHaveLength(1)
})

test('a new name or picture shows at once everywhere', async () => {
  const { call } = forum.stoa
  const { token, id } = await forum.stoa.member('renamed_demo', { join: ['FORUM'] })
  const postId = await forum.newPost({ publisherId: id })
  const comment = await forum.say(token, { postId })
  const feed = { tokenName: 'FORUM', type: 'community', sort: 'new' } as const
  const names = async () => [
    (await call('postList', feed)).body.payload.items.find((item) => item.id === postId)?.publisherProfileName,
    (await call('postGet', { idOrSlug: postId })).body.payload.post.publisherProfileName,
    (await forum.thread(postId)).items[0]?.publisherProfileName,
    (await call('commentGet', { commentId: comment.id })).body.payload.comment.publisherProfileName,
    (await call('communityMembers', { tokenName: 'FORUM' })).body.payload.items.find((item) => item.userId === id)
      ?.displayName,
  ]
  for (const profileName of ['First Demo', 'Second Demo']) {
    expect((await call('userEdit', { profileName }, { token })).status).toBe(200)
    expect(await names()).toEqual(Array.from({ length: 5 }, () => profileName))
  }
})

test('joining shows at once in the community and its member list', async () => {
  const { call, member } = forum.stoa
  const { token } = await member('joe_demo')
  const count = async () => (await call('communityGet', { tokenName: 'FORUM' })).body.payload.community.numberOfMembers
  const names = async () =>
    (await call('communityMembers', { tokenName: 'FORUM' })).body.payload.items.map((item) => item.username)
  const before = await count()
  expect(await names()).not.toContain('joe_demo')
  await call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  expect(await count()).toBe(before + 1)
  expect(await names()).toContain('joe_demo')
})

test('visitors’ responses are shared but always revalidated; a person’s stay in their browser', async () => {
  const postId = await forum.newPost()
  const read = (token?: string) => forum.stoa.call('commentList', { type: 'post', postId }, token ? { token } : {})
  const [visitor, again, person] = [await read(), await read(), await read(forum.ada.token)]
  for (const answer of [visitor, again]) {
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, stale-while-revalidate=10')
    expect(answer.headers.get('vary')).toContain('Authorization')
  }
  expect(person.headers.get('cache-control')).toBe('private, no-cache')
  const written = await forum.stoa.call(
    'commentCreate',
    { tokenName: 'FORUM', postId, content: 'Hi' },
    { token: forum.ada.token },
  )
  expect(written.headers.get('cache-control')).toBe('no-store')
})

test('a person gets their own response, not the visitors’ cached one', async () => {
  const postId = await forum.newPost()
  await forum.say(forum.ada.token, { postId })
  expect((await forum.thread(postId)).viewerFacts).toBeUndefined()
  expect((await forum.thread(postId, { token: forum.ada.token })).viewerFacts).toBeDefined()
  expect((await forum.thread(postId)).viewerFacts).toBeUndefined()
})
