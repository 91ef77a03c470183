import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { withoutRequest } from '../../../../test/without-request.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

test('a comment hidden by its publisher disappears for others, and can be restored', async () => {
  const postId = await forum.newPost()
  const comment = await forum.say(forum.ada.token, { postId })
  expect((await forum.hide(forum.ada.token, { commentId: comment.id })).body.payload.comment).toMatchObject({
    status: 2,
    content: 'Hello',
    hidden: { by: 'publisher', reason: '' },
  })
  expect((await forum.thread(postId)).items).toEqual([])
  expect(await forum.countOf(postId)).toBe(0)
  const missing = await forum.stoa.call('commentGet', { commentId: '0'.repeat(20) }, { token: forum.bea.token })
  const hidden = await forum.stoa.call('commentGet', { commentId: comment.id }, { token: forum.bea.token })
  expect(missing.body.message).toBe(`Comment with ID ${'0'.repeat(20)} not found`)
  expect(withoutRequest(hidden.body)).toEqual(withoutRequest(missing.body))
  await forum.hide(forum.ada.token, { commentId: comment.id, hidden: false })
  expect((await forum.thread(postId)).items).toHaveLength(1)
  expect(await forum.countOf(postId)).toBe(1)
})

test('with visible replies it stays as a placeholder without text or author', async () => {
  const postId = await forum.newPost()
  const top = await forum.say(forum.ada.token, { postId, content: 'secret' })
  const reply = await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })
  await forum.hide(forum.moderator.token, { commentId: top.id, reason: 'spam' })
  const [item] = (await forum.thread(postId)).items
  expect(item).toMatchObject({
    id: top.id,
    content: null,
    publisherId: '',
    hidden: null,
    numComments: 1,
    replies: { items: [reply] },
  })
  expect(JSON.stringify(item)).not.toContain('secret')
  expect(await forum.countOf(postId)).toBe(1)
  await forum.hide(forum.bea.token, { commentId: reply.id })
  expect((await forum.thread(postId)).items).toEqual([])
  await forum.hide(forum.bea.token, { commentId: reply.id, hidden: false })
  expect((await forum.thread(postId)).items).toHaveLength(1)
})

test('its author sees the text, the reason and the role; moderators too', async () => {
  const postId = await forum.newPost()
  const top = await forum.say(forum.ada.token, { postId, content: 'secret' })
  await forum.hide(forum.moderator.token, { commentId: top.id, reason: 'other', reasonText: 'off topic' })
  const seen = { id: top.id, content: 'secret', hidden: { by: 'community', reason: 'off topic' } }
  expect((await forum.thread(postId, { token: forum.ada.token })).viewerFacts?.comments).toMatchObject([seen])
  expect((await forum.thread(postId, { token: forum.bea.token })).viewerFacts?.comments).toEqual([])
  const facts = await forum.stoa.call('viewerFacts', { postIds: postId }, { token: forum.ada.token })
  expect(facts.body.payload.comments).toMatchObject([seen])
  const asModerator = await forum.stoa.call('viewerFacts', { commentIds: top.id }, { token: forum.moderator.token })
  expect(asModerator.body.payload.comments).toMatchObject([seen])
})

test.each<[string, { token: () => string; about?: object; code: string }]>([
  ['a moderator without a reason', { token: () => forum.moderator.token, code: 'VALIDATION_FAILED' }],
  [
    'another reason that is not said',
    { token: () => forum.moderator.token, about: { reason: 'other', reasonText: ' ' }, code: 'VALIDATION_FAILED' },
  ],
  ['a member who did not write it', { token: () => forum.bea.token, about: { reason: 'spam' }, code: 'FORBIDDEN' }],
  [
    'the name of another community',
    { token: () => forum.ada.token, about: { tokenName: 'GUARDED' }, code: 'COMMENT_NOT_FOUND' },
  ],
])('refused: %s', async (_name, { token, about = {}, code }) => {
  const comment = await forum.say(forum.ada.token, { postId: await forum.newPost() })
  expect((await forum.hide(token(), { commentId: comment.id, ...about })).body.code).toBe(code)
})

test('the publisher can’t restore what others hid, nor a moderator what a domain admin hid', async () => {
  const comment = await forum.say(forum.ada.token, { postId: await forum.newPost() })
  const restore = (token: string) => forum.hide(token, { commentId: comment.id, hidden: false })
  await forum.hide(forum.moderator.token, { commentId: comment.id, reason: 'spam' })
  expect((await restore(forum.ada.token)).body.code).toBe('FORBIDDEN')
  expect(
    (await forum.hide(forum.admin.token, { commentId: comment.id, reason: 'spam' })).body.payload.comment.status,
  ).toBe(3)
  const refused = await restore(forum.moderator.token)
  expect([refused.body.code, refused.body.message]).toEqual([
    'HIDDEN_BY_DOMAIN_ADMIN',
    expect.stringContaining('hidden by domain admin'),
  ])
  expect((await restore(forum.admin.token)).body.payload.comment.status).toBe(0)
})

test('a moderator can hide what the publisher hid, so that it stays hidden', async () => {
  const comment = await forum.say(forum.ada.token, { postId: await forum.newPost() })
  await forum.hide(forum.ada.token, { commentId: comment.id })
  expect(
    (await forum.hide(forum.moderator.token, { commentId: comment.id, reason: 'spam' })).body.payload.comment.status,
  ).toBe(1)
  const restore = (token: string) => forum.hide(token, { commentId: comment.id, hidden: false })
  expect((await restore(forum.ada.token)).body.code).toBe('FORBIDDEN')
  // Restored, it is as its author left it.
  expect((await restore(forum.moderator.token)).body.payload.comment.status).toBe(2)
  expect((await restore(forum.moderator.token)).body.code).toBe('FORBIDDEN')
  await forum.hide(forum.moderator.token, { commentId: comment.id, reason: 'spam' })
  await forum.hide(forum.admin.token, { commentId: comment.id, reason: 'spam' })
  expect((await restore(forum.admin.token)).body.payload.comment.status).toBe(2)
  expect((await restore(forum.ada.token)).body.payload.comment.status).toBe(0)
})

test('a hidden comment can’t get replies, edits or reactions', async () => {
  const postId = await forum.newPost()
  const comment = await forum.say(forum.ada.token, { postId })
  await forum.hide(forum.ada.token, { commentId: comment.id })
  const reply = await forum.stoa.call(
    'commentCreate',
    { tokenName: 'FORUM', postId, content: 'x', replyToCommentId: comment.id },
    { token: forum.bea.token },
  )
  expect([reply.body.code, reply.body.message]).toEqual(['COMMENT_HIDDEN', expect.stringContaining('is hidden')])
  const edit = await forum.stoa.call(
    'commentEdit',
    { tokenName: 'FORUM', commentId: comment.id, content: 'y' },
    { token: forum.ada.token },
  )
  expect(edit.body.code).toBe('COMMENT_HIDDEN')
  const react = await forum.stoa.call(
    'postReaction',
    { entityId: comment.id, entityType: 'Comment', reactionName: 'thumb-up' },
    { token: forum.bea.token },
  )
  expect(react.body.code).toBe('COMMENT_NOT_FOUND')
})

const guarded = { tokenName: 'GUARDED' }

test('a pending comment is visible to its author and moderators only, until it is approved', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const comment = await forum.say(forum.ada.token, { postId, content: 'wait', ...guarded })
  expect(comment).toMatchObject({ status: 5, content: 'wait' })
  expect((await forum.thread(postId)).items).toEqual([])
  expect(await forum.countOf(postId)).toBe(0)
  expect((await forum.thread(postId, { token: forum.ada.token })).viewerFacts?.comments).toMatchObject([
    { id: comment.id, content: 'wait' },
  ])
  expect((await forum.stoa.call('commentGet', { commentId: comment.id })).status).toBe(404)
  expect((await forum.stoa.call('commentGet', { commentId: comment.id }, { token: forum.ada.token })).status).toBe(200)
  const queue = () => forum.stoa.call('commentList', { type: 'pending', ...guarded }, { token: forum.moderator.token })
  expect((await queue()).body.payload.items).toMatchObject([{ id: comment.id, content: 'wait' }])
  await forum.hide(forum.moderator.token, { commentId: comment.id, hidden: false, ...guarded })
  expect((await queue()).body.payload.items).toEqual([])
  expect((await forum.thread(postId)).items).toMatchObject([{ id: comment.id, content: 'wait', status: 0 }])
  expect(await forum.countOf(postId)).toBe(1)
})

test('a rejected comment can become pending again, without an approval event for readers or its author', async () => {
  const postId = await forum.newPost({ communityId: forum.guardedId })
  const { id: commentId } = await forum.say(forum.ada.token, { postId, content: 'wait', ...guarded })
  const queue = async () => {
    const { body } = await forum.stoa.call(
      'commentList',
      { type: 'pending', ...guarded },
      { token: forum.moderator.token },
    )
    return body.payload.items.filter(({ id }) => id === commentId)
  }
  await forum.hide(forum.moderator.token, { commentId, reason: 'spam', ...guarded })
  expect(await queue()).toEqual([])
  const back = { commentId, hidden: false, pending: true, ...guarded }
  for (let time = 0; time < 2; time += 1) {
    const { body } = await forum.hide(forum.moderator.token, back)
    expect(body.payload.comment).toMatchObject({ status: 5, hidden: null })
  }
  expect(await queue()).toMatchObject([
    { content: 'wait', post: { kind: 'community', title: expect.any(String) }, publisherSince: expect.any(Number) },
  ])
  expect((await forum.thread(postId)).items).toEqual([])
  expect(await forum.countOf(postId)).toBe(0)
  // What everybody sees stays.
  await forum.hide(forum.moderator.token, { commentId, hidden: false, ...guarded })
  expect((await forum.hide(forum.moderator.token, back)).body.payload.comment.status).toBe(0)
})

test('hiding and restoring doesn’t bypass approval', async () => {
  const comment = await forum.say(forum.ada.token, {
    postId: await forum.newPost({ communityId: forum.guardedId }),
    ...guarded,
  })
  await forum.hide(forum.ada.token, { commentId: comment.id, ...guarded })
  const restored = await forum.hide(forum.ada.token, { commentId: comment.id, hidden: false, ...guarded })
  expect(restored.body.payload.comment.status).toBe(5)
  const again = await forum.hide(forum.ada.token, { commentId: comment.id, hidden: false, ...guarded })
  expect(again.body.payload.comment.status).toBe(5)
})

test('moderators need no approval, and only they see the queue', async () => {
  expect(
    (
      await forum.say(forum.moderator.token, {
        postId: await forum.newPost({ communityId: forum.guardedId }),
        ...guarded,
      })
    ).status,
  ).toBe(0)
  const refused = await forum.stoa.call('commentList', { type: 'pending', ...guarded }, { token: forum.ada.token })
  expect(refused.body.code).toBe('FORBIDDEN')
  expect((await forum.stoa.call('commentList', { type: 'pending', ...guarded })).body.code).toBe('AUTH_REQUIRED')
})

test('replies to a hidden reply don’t reveal its author', async () => {
  const postId = await forum.newPost()
  const top = await forum.say(forum.ada.token, { postId })
  const reply = await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })
  await forum.say(forum.ada.token, { postId, replyToCommentId: reply.id })
  const answered = async () => (await forum.thread(postId)).items[0]?.replies.items.at(-1)?.replyToPublisherName
  expect(await answered()).toBe('bea_demo')
  await forum.hide(forum.moderator.token, { commentId: reply.id, reason: 'spam' })
  expect(await answered()).toBeNull()
  expect(JSON.stringify(await forum.thread(postId))).not.toContain('bea_demo')
})

test('under a post they can’t see, others can’t hide, edit or reply to comments', async () => {
  const postId = await forum.newPost({ publisherId: forum.ada.id })
  const comment = await forum.say(forum.ada.token, { postId })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('posts').where({ id: postId }).update({ status: 1 }),
  )
  const missing = '0'.repeat(20)
  const { token } = forum.cem
  const hide = (commentId: string) => forum.hide(token, { commentId })
  const edit = (commentId: string) =>
    forum.stoa.call('commentEdit', { tokenName: 'FORUM', commentId, content: 'Hi' }, { token })
  for (const call of [hide, edit]) {
    const [here, nowhere] = [(await call(comment.id)).body, (await call(missing)).body]
    expect(withoutRequest(here)).toEqual(withoutRequest(nowhere))
  }
  // What is known of a post may be a second old.
  forum.stoa.clock.advance(2000)
  const answer = (id: string) =>
    forum.stoa.call(
      'commentCreate',
      { tokenName: 'FORUM', postId: id, replyToCommentId: missing, content: 'Hi' },
      { token: forum.bea.token },
    )
  const [here, nowhere] = [(await answer(postId)).body, (await answer(missing)).body]
  expect(withoutRequest(here)).toEqual(withoutRequest(nowhere))
})
