import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const asAda = { token: () => forum.ada.token }

test('a comment is stored, counted and returned as everyone sees it', async () => {
  const postId = await forum.newPost()
  const comment = await forum.say(forum.ada.token, { postId, content: '  Hello  ' })
  expect(comment).toMatchObject({ postId, content: 'Hello', publisherName: 'ada_demo', status: 0, numComments: 0 })
  expect((await forum.thread(postId)).items).toEqual([
    { ...comment, replies: { items: [], cursor: null, hasMore: false } },
  ])
  expect(await forum.countOf(postId)).toBe(1)
})

test('a reply to a reply belongs to the same comment and names the person replied to', async () => {
  const postId = await forum.newPost()
  const top = await forum.say(forum.ada.token, { postId })
  const first = await forum.say(forum.bea.token, { postId, replyToCommentId: top.id })
  const second = await forum.say(forum.ada.token, { postId, replyToCommentId: first.id })
  expect(first).toMatchObject({ parentCommentId: top.id, replyToCommentId: top.id, replyToPublisherName: null })
  expect(second).toMatchObject({
    parentCommentId: top.id,
    replyToCommentId: first.id,
    replyToPublisherName: 'bea_demo',
  })
  const [item] = (await forum.thread(postId)).items
  expect(item?.numComments).toBe(2)
  expect(item?.replies.items).toEqual([first, second])
  expect(await forum.countOf(postId)).toBe(3)
})

test('existing people are mentioned in any case; email addresses and unknown names are not', async () => {
  const postId = await forum.newPost()
  const { mentions } = await forum.say(forum.ada.token, {
    postId,
    content: 'Hi @BEA_demo, @nobody_here, write to x@cem_demo.org',
  })
  expect(mentions).toEqual([{ userId: forum.bea.id, username: 'bea_demo', slugUrl: expect.any(String) }])
})

test.each<[string, { token?: () => string; about?: object; status: number; code: string }]>([
  ['nobody signed in', { status: 401, code: 'AUTH_REQUIRED' }],
  ['not a member', { token: () => forum.cem.token, status: 403, code: 'JOIN_REQUIRED' }],
  ['a post that is not there', { ...asAda, about: { postId: '0'.repeat(20) }, status: 404, code: 'POST_NOT_FOUND' }],
  ['a post of another community', { ...asAda, about: { tokenName: 'GUARDED' }, status: 404, code: 'POST_NOT_FOUND' }],
  [
    'an answered comment that is not there',
    { ...asAda, about: { replyToCommentId: '0'.repeat(20) }, status: 404, code: 'COMMENT_NOT_FOUND' },
  ],
  ['an empty text', { ...asAda, about: { content: ' \u200b ' }, status: 400, code: 'VALIDATION_FAILED' }],
  ['a nonce of 65 characters', { ...asAda, about: { nonce: 'n'.repeat(65) }, status: 400, code: 'VALIDATION_FAILED' }],
  ['2,001 characters', { ...asAda, about: { content: '😀'.repeat(2001) }, status: 400, code: 'VALIDATION_FAILED' }],
])('refused: %s', async (_name, { token, about = {}, status, code }) => {
  const postId = await forum.newPost()
  const { body, status: got } = await forum.stoa.call(
    'commentCreate',
    { tokenName: 'FORUM', postId, content: 'Hello', ...about },
    token ? { token: token() } : {},
  )
  expect([got, body.code]).toEqual([status, code])
  expect(await forum.countOf(postId)).toBe(0)
})

test('2,000 emoji are not too long', async () => {
  const comment = await forum.say(forum.ada.token, { postId: await forum.newPost(), content: '😀'.repeat(2000) })
  expect(comment.content).toHaveLength(4000)
})

test('a non-public post can’t be commented on, and doesn’t exist for others', async () => {
  const postId = await forum.newPost({ publisherId: forum.ada.id, status: 2 })
  const write = (token: string) =>
    forum.stoa.call('commentCreate', { tokenName: 'FORUM', postId, content: 'x' }, { token })
  expect((await write(forum.ada.token)).body.code).toBe('POST_CLOSED')
  expect((await write(forum.bea.token)).body.code).toBe('POST_NOT_FOUND')
})

test('a banned person can’t write', async () => {
  const banned = await forum.stoa.member('dan_demo', { join: ['FORUM'] })
  await forum.stoa.database.transaction(({ connection }) =>
    connection('bans').insert({ community_id: forum.communityId, user_id: banned.id, until: 0, created_at: 0 }),
  )
  const { body } = await forum.stoa.call(
    'commentCreate',
    { tokenName: 'FORUM', postId: await forum.newPost(), content: 'x' },
    { token: banned.token },
  )
  expect([body.code, body.message]).toEqual(['BANNED', expect.stringContaining('banned')])
})

test('only the author edits; the edit mark and the revision are kept', async () => {
  const postId = await forum.newPost()
  const comment = await forum.say(forum.ada.token, { postId, content: 'first' })
  const edit = (token: string, content: string) =>
    forum.stoa.call('commentEdit', { tokenName: 'FORUM', commentId: comment.id, content }, { token })
  expect((await edit(forum.bea.token, 'mine')).body.code).toBe('FORBIDDEN')
  expect((await edit(forum.ada.token, 'first')).body.payload.comment.editedAt).toBeNull()
  const edited = (await edit(forum.ada.token, 'second @bea_demo')).body.payload.comment
  expect(edited).toMatchObject({
    content: 'second @bea_demo',
    editedAt: forum.stoa.clock.now(),
    mentions: [{ userId: forum.bea.id }],
  })
  const revisions = await forum.stoa.database.read('comment_revisions').where({ comment_id: comment.id })
  expect(revisions.map((row: { content: string }) => row.content)).toEqual(['first'])
})

test('a site-bound session can take part there only', async () => {
  const site = 'https://news.example'
  const { call, app } = forum.stoa
  await app.services.partnerOrigins.register(forum.guardedId, site)
  const { signedIn } = await app.services.sessions.begin({ userId: forum.ada.id, site, lasting: false })
  const options = { token: signedIn.accessToken, headers: { origin: site } }
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(forum.ada.token, { postId })
  const everything = async () => [
    await call('commentCreate', { tokenName: 'FORUM', postId, content: 'x' }, options),
    await call('commentEdit', { tokenName: 'FORUM', commentId, content: 'y' }, options),
    await call('postReaction', { entityId: commentId, entityType: 'Comment', reactionName: 'thumb-up' }, options),
    await call('communityJoin', { tokenName: 'FORUM', join: true }, options),
    await call('commentDelete', { tokenName: 'FORUM', commentId, hidden: true }, options),
  ]
  expect((await everything()).map(({ body }) => body.code)).toEqual(Array(5).fill('SITE_BOUND'))
  await app.services.partnerOrigins.register(forum.communityId, site)
  expect((await everything()).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('an anonymous comment has no author, and only communities that allow it accept it', async () => {
  const { comments } = forum.stoa.app.services
  const postId = await forum.newPost()
  const input = { tokenName: 'FORUM', postId, content: 'from nobody', site: '' }
  const { comment } = await comments.createAnonymously(null, input)
  expect(comment).toMatchObject({ publisherId: '', publisherName: 'anonymous', content: 'from nobody' })
  const signedIn = await forum.stoa.app.services.memberships.viewer(forum.ada.id, '')
  expect((await comments.createAnonymously(signedIn, input)).comment.publisherId).toBe('')
  const guarded = { ...input, tokenName: 'GUARDED', postId: await forum.newPost({ communityId: forum.guardedId }) }
  await expect(comments.createAnonymously(null, guarded)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an anonymous comment is only accepted from registered sites', async () => {
  const { app } = forum.stoa
  const { comments, partnerOrigins } = app.services
  const site = 'https://elsewhere.example'
  const input = { tokenName: 'FORUM', postId: await forum.newPost(), content: 'from afar', site }
  await partnerOrigins.register(forum.guardedId, site)
  await expect(comments.createAnonymously(null, input)).rejects.toMatchObject({ code: 'ORIGIN_NOT_REGISTERED' })
  const bound = await app.services.memberships.viewer(forum.ada.id, site)
  const inside = comments.createAnonymously(bound, { ...input, site: '' })
  await expect(inside).rejects.toMatchObject({ code: 'SITE_BOUND' })
  await partnerOrigins.register(forum.communityId, site)
  expect((await comments.createAnonymously(bound, input)).comment.content).toBe('from afar')
})

test('anonymous comments require an app check', async () => {
  const input = { tokenName: 'FORUM', postId: await forum.newPost(), content: 'x' }
  expect((await forum.stoa.call('commentAnonymous', input)).body.code).toBe('APP_CHECK_REQUIRED')
})

test('an imported comment keeps its time, author and length, and sends no notifications', async () => {
  const { app } = forum.stoa
  const postId = await forum.newPost()
  const about = { postId, publisherId: forum.ada.id, createdAt: 1_000_000 }
  const before = await forum.stoa.database.read('outbox').count({ count: '*' }).first()
  const top = await app.services.comments.import({ ...about, replyToCommentId: null, content: 'x'.repeat(5000) })
  const reply = await app.services.comments.import({
    ...about,
    replyToCommentId: top,
    content: 'y',
    createdAt: 2_000_000,
  })
  const [item] = (await forum.thread(postId)).items
  expect(item).toMatchObject({ id: top, createdAt: 1_000_000, publisherName: 'ada_demo', numComments: 1 })
  expect(item?.content).toHaveLength(5000)
  expect(item?.replies.items).toMatchObject([{ id: reply, createdAt: 2_000_000 }])
  expect(await forum.countOf(postId)).toBe(2)
  expect(await forum.stoa.database.read('outbox').count({ count: '*' }).first()).toEqual(before)
})
