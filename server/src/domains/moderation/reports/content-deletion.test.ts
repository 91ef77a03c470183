import { EventEmitter, once } from 'node:events'
import { PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const tokenName = 'FORUM'
type Person = { token: string }

const remove = async (postId: string, { token }: Person) => {
  const { status, body } = await forum.stoa.call('contentDelete', { tokenName, postId }, { token })
  return status === 200 ? 'deleted' : body.code
}
const removeComment = async (commentId: string, { token }: Person) => {
  const { status, body } = await forum.stoa.call('contentDelete', { tokenName, commentId }, { token })
  return status === 200 ? body.payload : body.code
}
const wrongCounters = () => forum.stoa.app.services.integrity.check()
const seen = async (postId: string, person?: Person) =>
  (await forum.stoa.call('postGet', { idOrSlug: postId, tokenName }, person ? { token: person.token } : {})).body.code
const rowsAbout = (postId: string) =>
  forum.stoa.database.transaction(async ({ connection }) => ({
    post: await connection('posts').where({ id: postId }).first(),
    revisions: await connection('post_revisions').where({ post_id: postId }),
    options: await connection('poll_options').where({ post_id: postId }),
  }))

test('deleting a post removes its revisions and poll, and nobody can find it anymore', async () => {
  const { stoa, ada, bea } = forum
  const text = (words: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: words } }] })
  const made = await stoa.call(
    'postCreate',
    { tokenName, title: 'A ladder to lend', postContent: text('Five meters'), pollOptions: ['Mine', 'Yours'] },
    { token: ada.token },
  )
  const { id: postId, slugUrl } = made.body.payload.post
  const edit = { tokenName, postId, title: 'A long ladder', postContent: text('Six meters'), saveAsDraft: false }
  expect((await stoa.call('postEdit', edit, { token: ada.token })).status).toBe(200)
  await forum.say(bea.token, { postId })
  const total = async () => (await stoa.call('communityGet', { tokenName })).body.payload.community.totalPosts
  const before = await total()

  expect(await remove(postId, ada)).toBe('deleted')
  for (const person of [undefined, ada, bea, forum.moderator, forum.admin]) {
    expect(await seen(postId, person)).toBe('POST_NOT_FOUND')
    expect(await seen(slugUrl, person)).toBe('POST_NOT_FOUND')
  }
  expect(await total()).toBe(before - 1)
  const own = await stoa.call('postList', { type: 'userDeleted', tokenName }, { token: ada.token })
  expect(own.body.payload.items).toEqual([])
  const { post, revisions, options } = await rowsAbout(postId)
  expect([revisions, options]).toEqual([[], []])
  expect(JSON.stringify(post)).not.toMatch(/ladder|meters/i)
  for (const { token } of [ada, bea, forum.moderator]) {
    expect((await stoa.call('commentList', { type: 'post', postId }, { token })).status).toBe(404)
    expect((await stoa.call('postRevisionList', { postId }, { token })).status).toBe(404)
    expect((await stoa.call('postSave', { postId, save: true }, { token })).status).toBe(404)
    expect((await stoa.call('postThread', { postId }, { token })).status).toBe(404)
    expect((await stoa.call('postDelete', { tokenName, postId, hidden: false }, { token })).status).toBe(404)
  }
  expect(await remove(postId, ada)).toBe('POST_NOT_FOUND')
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test.each([PostStatus.pending, PostStatus.scheduled, PostStatus.draft, PostStatus.hiddenByPublisher])(
  'a post of status %i can be deleted',
  async (status) => {
    const postId = await forum.newPost({ publisherId: forum.ada.id, status })
    expect(await remove(postId, forum.ada)).toBe('deleted')
    expect(await seen(postId, forum.ada)).toBe('POST_NOT_FOUND')
  },
)

test('a post that moderators have hidden or that is reported can’t be deleted', async () => {
  const hidden = await forum.newPost({ publisherId: forum.ada.id, status: PostStatus.hiddenByAdmin })
  expect(await remove(hidden, forum.ada)).toBe('FORBIDDEN')
  const reported = await forum.newPost({ publisherId: forum.ada.id })
  const report = { tokenName, reportedType: 'Post', reportedPostId: reported, reportReason: 'spam' } as const
  await forum.stoa.call('reportCreate', report, { token: forum.bea.token })
  expect(await remove(reported, forum.ada)).toBe('POST_REPORTED')
  const { items } = (await forum.stoa.call('reportGet', { tokenName }, { token: forum.moderator.token })).body.payload
  const decision = { tokenName, reportId: items[0]?.id ?? '', status: 'kept' } as const
  await forum.stoa.call('reportUpdate', decision, { token: forum.moderator.token })
  expect(await remove(reported, forum.ada)).toBe('deleted')
})

test('deleting a comment erases its text for everyone, keeps its replies and can’t be undone', async () => {
  const { stoa, ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: bea.id })
  const { id: commentId } = await forum.say(ada.token, { postId })
  const content = 'Something I regret'
  await stoa.call('commentEdit', { tokenName, commentId, content }, { token: ada.token })
  await stoa.call(
    'commentCreate',
    { tokenName, postId, content: 'I read that', replyToCommentId: commentId },
    { token: bea.token },
  )
  const count = async () => (await stoa.call('postGet', { idOrSlug: postId, tokenName })).body.payload.post.numComments
  expect(await count()).toBe(2)

  const placeholder = { id: commentId, content: null, publisherId: '', numComments: 1 }
  expect(await removeComment(commentId, ada)).toMatchObject({ comment: placeholder })
  expect(await count()).toBe(1)
  for (const { token } of [ada, bea]) {
    const { items } = (await stoa.call('commentList', { type: 'post', postId }, { token })).body.payload
    expect(items[0]).toMatchObject(placeholder)
    expect(items[0]?.replies.items).toMatchObject([{ content: 'I read that' }])
  }
  const own = await stoa.call('commentList', { type: 'user', userId: ada.id }, { token: ada.token })
  expect(own.body.payload.items.filter(({ id }) => id === commentId)).toEqual([])
  const [row, revisions] = await stoa.database.transaction(async ({ connection }) => [
    await connection('comments').where({ id: commentId }).first(),
    await connection('comment_revisions').where({ comment_id: commentId }),
  ])
  expect([row.content, row.publisher_id, revisions]).toEqual(['', '', []])
  const restoring = { tokenName, commentId, hidden: false }
  expect((await stoa.call('commentDelete', restoring, { token: ada.token })).body.code).toBe('COMMENT_NOT_FOUND')
  expect((await stoa.call('commentDelete', restoring, { token: moderator.token })).body.code).toBe('COMMENT_ERASED')
  expect(await removeComment(commentId, ada)).toBe('COMMENT_NOT_FOUND')
  expect(await wrongCounters()).toEqual([])
})

test('a hidden comment can be deleted by its author, but not while a report about it is open', async () => {
  const { stoa, ada, bea } = forum
  const postId = await forum.newPost({ publisherId: bea.id })
  const { id: commentId } = await forum.say(ada.token, { postId })
  await stoa.call('commentDelete', { tokenName, commentId, hidden: true }, { token: ada.token })
  expect(await removeComment(commentId, ada)).toMatchObject({ comment: { content: null } })
  const { id: reported } = await forum.say(ada.token, { postId })
  const report = { tokenName, reportedType: 'Comment', reportedCommentId: reported, reportReason: 'spam' } as const
  expect((await stoa.call('reportCreate', report, { token: bea.token })).status).toBe(200)
  expect(await removeComment(reported, ada)).toBe('COMMENT_REPORTED')
  expect(await wrongCounters()).toEqual([])
})

test.each(['Post', 'Comment'] as const)('a %s that is being deleted can’t be reported', async (reportedType) => {
  const { stoa, ada, bea } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: commentId } = await forum.say(ada.token, { postId })
  const isPost = reportedType === 'Post'
  const reported = isPost ? { reportedPostId: postId } : { reportedCommentId: commentId }
  const viewer = await stoa.app.services.memberships.viewer(ada.id, '')
  if (!viewer) throw new Error('There is no such account.')
  const steps = new EventEmitter()
  const erased = once(steps, 'erased')
  const deleting = stoa.database.transaction(async (tx) => {
    const about = isPost ? { tokenName, postId } : { tokenName, commentId }
    await stoa.app.services.contentDeletion.delete(viewer, about, tx)
    const committing = once(steps, 'commit')
    steps.emit('erased')
    await committing
  })
  await Promise.race([erased, deleting])
  const report = { tokenName, reportedType, ...reported, reportReason: 'spam' } as const
  const reporting = stoa.call('reportCreate', report, { token: bea.token })
  await Promise.race([reporting, new Promise((resolve) => setTimeout(resolve, 300))])
  steps.emit('commit')
  await deleting
  expect((await reporting).body.code).toBe(isPost ? 'POST_NOT_FOUND' : 'COMMENT_NOT_FOUND')
})

test('nobody can delete others’ posts or comments', async () => {
  const postId = await forum.newPost({ publisherId: forum.ada.id })
  for (const person of [forum.bea, forum.moderator, forum.admin]) expect(await remove(postId, person)).toBe('FORBIDDEN')
  expect(await seen(postId)).toBeUndefined()
  const { id: commentId } = await forum.say(forum.ada.token, { postId })
  for (const person of [forum.bea, forum.moderator, forum.admin]) {
    expect(await removeComment(commentId, person)).toBe('FORBIDDEN')
  }
})

test('on a partner’s site authors delete only their comments on its articles, and no posts', async () => {
  const { stoa, ada, bea, communityId, admin } = forum
  const { partnerOrigins, sessions } = stoa.app.services
  const site = 'https://news.example'
  await partnerOrigins.register(communityId, site)
  const onSite = async ({ id }: { id: string }) => {
    const { signedIn } = await sessions.begin({ userId: id, site, lasting: false })
    return { token: signedIn.accessToken, headers: { origin: site } }
  }
  const say = async (url: string) => {
    const input = { tokenName, article: { url }, content: `About ${url}` }
    return (await stoa.call('commentCreate', input, { token: ada.token })).body.payload.comment
  }
  const here = await say(`${site}/tides`)
  const elsewhere = await forum.say(ada.token, { postId: await forum.newPost({ publisherId: ada.id }) })
  const remove = async (
    id: { commentId: string } | { postId: string },
    options: Awaited<ReturnType<typeof onSite>>,
  ) => {
    const { status, body } = await stoa.call('contentDelete', { tokenName, ...id }, options)
    return status === 200 ? body.payload : body.code
  }

  for (const person of [bea, admin]) {
    expect(await remove({ commentId: here.id }, await onSite(person))).toBe('FORBIDDEN')
  }
  expect(await remove({ commentId: elsewhere.id }, await onSite(ada))).toBe('SITE_BOUND')
  const own = await forum.newPost({ publisherId: ada.id })
  expect(await remove({ postId: own }, await onSite(ada))).toBe('SITE_BOUND')
  expect(await remove({ commentId: here.id }, await onSite(ada))).toMatchObject({ comment: { content: null } })
})
