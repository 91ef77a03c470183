import { CommentStatus, PostStatus } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

async function itemsOf({ token }: Forum['ada']) {
  const { stoa } = forum
  await stoa.app.background.settled()
  const all = (await stoa.call('notificationList', {}, { token })).body.payload.items
  const unread = (await stoa.call('notificationList', { tab: 'unread' }, { token })).body.payload.items
  const counts = (await stoa.call('me', {}, { token })).body.payload.unread
  // Nothing is read yet, so badge, tab and list are equal.
  expect([unread, counts]).toEqual([all, { notifications: all.length, unseen: all.length }])
  return all
}
const set = (table: 'posts' | 'comments', id: string, status: number) =>
  forum.stoa.database.transaction(({ connection }) => connection(table).where({ id }).update({ status }))

test.each(Object.entries(CommentStatus))(
  'a reply and a mention are notified only while the comment is published: %s',
  async (_, status) => {
    const { ada, bea, admin } = forum
    const postId = await forum.newPost({ publisherId: ada.id })
    const { id } = await forum.say(bea.token, { postId, content: 'Said to @admin_demo' })
    const about = async (person: Forum['ada']) => (await itemsOf(person)).filter(({ post }) => post?.id === postId)
    expect(await about(ada)).toMatchObject([{ kind: 'reply', excerpt: 'Said to @admin_demo' }])
    expect(await about(admin)).toMatchObject([{ kind: 'mention' }])
    await set('comments', id, status)
    const isShown = status === CommentStatus.published
    // Not even for people who may read the comment elsewhere.
    expect((await about(ada)).length).toBe(Number(isShown))
    expect((await about(admin)).length).toBe(Number(isShown))
  },
)

test.each(Object.entries(PostStatus))('nothing under an invisible post is notified: %s', async (_, status) => {
  const { ada, bea, cem, admin, moderator, stoa } = forum
  const notificationSettings = { onSite: { communityPost: true } }
  await stoa.call('notificationSettings', { notificationSettings }, { token: bea.token })
  await stoa.call('userFollow', { followedUserId: ada.id, follow: true }, { token: cem.token })
  const draft = {
    tokenName: 'FORUM',
    title: 'A post',
    postContent: '{"blocks":[{"type":"paragraph","data":{"text":"Secret"}}]}',
  }
  const { id: postId } = (await stoa.call('postCreate', draft, { token: ada.token })).body.payload.post
  const { id: own } = await forum.say(bea.token, { postId, content: 'Said to @admin_demo' })
  // Not a reply by its recipient, which would mark the notification as read.
  await forum.say(moderator.token, { postId, replyToCommentId: own })
  const about = async (person: Forum['ada']) => (await itemsOf(person)).filter(({ post }) => post?.id === postId)
  for (const person of [ada, bea, cem, admin]) expect((await about(person)).length).toBeGreaterThan(0)
  await set('posts', postId, status)
  const isPublic = status === PostStatus.published || status === PostStatus.unlisted
  for (const person of [ada, admin]) expect((await about(person)).length > 0).toBe(isPublic)
  // Unlisted posts are no longer announced.
  const isListed = status === PostStatus.published
  expect((await about(bea)).map(({ kind }) => kind).toSorted()).toEqual(
    isListed ? ['communityPost', 'reply'] : isPublic ? ['reply'] : [],
  )
  expect((await about(cem)).length > 0).toBe(isListed)
  await set('posts', postId, PostStatus.hiddenByAdmin)
})
