import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
let pushService: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  forum = await startForum()
  pushService = await startPushService(forum)
})
afterAll(async () => {
  await forum.stoa.close()
  await pushService.close()
})
const { notifications, unread } = notificationRecipients(() => forum.stoa)
const { begin, choose, mailedAfter } = mailRecipients(() => forum)
beforeEach(async () => {
  await begin()
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (const table of ['push_subscriptions', 'push_tags', 'mutes', 'blocks']) await connection(table).del()
  })
})

const mute = (what: Omit<CallInput<'notificationBlock'>, 'block' | 'userId'>, block = true) =>
  forum.stoa.call('notificationBlock', { ...what, block }, { token: forum.ada.token })
const mails = async () =>
  (await mailedAfter(5 * MINUTE_MS)).filter((mail) => mail.includes(`To: ${forum.ada.id}@mail.example`))
const shown = async (postId: string) =>
  (await forum.stoa.call('pushPending', { tag: `post:${postId}` }, { token: forum.ada.token })).body.payload.show

test('a reply with a muted word is neither listed nor counted, mailed or pushed, and returns with the word', async () => {
  const { ada, bea } = forum
  await pushService.subscribe(ada)
  const postId = await forum.newPost({ publisherId: ada.id })
  await mute({ entityType: 'word', text: 'zeppelin' })
  await forum.say(bea.token, { postId, content: 'More ZEPPELINS? A zeppelín!' })
  expect([await notifications(ada), await shown(postId)]).toEqual([[], []])
  expect(await unread(ada)).toMatchObject({ notifications: 0, unseen: 0 })
  expect((await pushService.after(2000)).filter((message) => message.do === 'show')).toEqual([])
  expect(await mails()).toEqual([])
  await forum.say(bea.token, { postId, content: 'More zeppelinesque things' })
  expect(await notifications(ada)).toMatchObject([{ count: 1, excerpt: 'More zeppelinesque things' }])
  expect(await shown(postId)).toMatchObject([{ count: 1, body: 'More zeppelinesque things' }])
  const [mail = '', ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toContain('More zeppelinesque things')
  expect(mail).not.toContain('zeppelín')
  await mute({ entityType: 'word', text: 'zeppelin' }, false)
  expect(await notifications(ada)).toMatchObject([{ count: 2 }])
})

test('a muted word in the title of one’s own post hides no answers, in others’ posts it does', async () => {
  const { stoa, ada, bea } = forum
  const [own, others] = [await forum.newPost({ publisherId: ada.id }), await forum.newPost({ publisherId: bea.id })]
  await stoa.database.transaction(({ connection }) =>
    connection('posts').whereIn('id', [own, others]).update({ title: 'The zeppelin' }),
  )
  await mute({ entityType: 'word', text: 'zeppelin' })
  await forum.say(bea.token, { postId: own, content: 'An answer' })
  const { id: replyToCommentId } = await forum.say(ada.token, { postId: others, content: 'A question' })
  await forum.say(bea.token, { postId: others, replyToCommentId, content: 'Another answer' })
  expect((await notifications(ada)).map(({ post }) => post?.id)).toEqual([own])
})

test('answers in a muted community are listed, but neither mailed nor pushed', async () => {
  const { ada, bea } = forum
  await pushService.subscribe(ada)
  await mute({ entityType: 'community', entityId: forum.communityId })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'An answer' })
  expect([(await notifications(ada)).length, await shown(postId), await mails()]).toEqual([1, [], []])
  await mute({ entityType: 'community', entityId: forum.communityId }, false)
})

test('a moderator’s decision about a text with a muted word arrives everywhere', async () => {
  const { ada, moderator } = forum
  await pushService.subscribe(ada)
  await choose(ada, { moderation: true })
  const postId = await forum.newPost({ publisherId: forum.bea.id })
  const { id: commentId } = await forum.say(ada.token, { postId, content: 'My zeppelin' })
  await mute({ entityType: 'word', text: 'zeppelin' })
  await mute({ entityType: 'user', entityId: moderator.id })
  await mute({ entityType: 'community', entityId: forum.communityId })
  await forum.hide(moderator.token, { commentId, reason: 'spam' })
  expect(await notifications(ada)).toMatchObject([{ kind: 'moderation' }])
  expect((await shown(postId)).length).toBe(1)
  expect((await mails()).length).toBe(1)
  await mute({ entityType: 'community', entityId: forum.communityId }, false)
})

test('what was unread when a block began is listed again after its end, but isn’t unread, mailed or pushed', async () => {
  const { stoa, ada, bea, moderator } = forum
  await pushService.subscribe(ada)
  const [alone, shared] = [await forum.newPost({ publisherId: ada.id }), await forum.newPost({ publisherId: ada.id })]
  await forum.say(bea.token, { postId: alone, content: 'Only mine' })
  await forum.say(bea.token, { postId: shared, content: 'Mine as well' })
  await forum.say(moderator.token, { postId: shared, content: 'A moderator’s' })
  expect((await notifications(ada)).length).toBe(2)
  expect(await unread(ada)).toMatchObject({ notifications: 2 })
  const block = (isBlocked: boolean) =>
    stoa.call('dmBlock', { blockUserId: bea.id, block: isBlocked }, { token: ada.token })
  await block(true)
  expect(await notifications(ada)).toMatchObject([{ post: { id: shared }, count: 1 }])
  await forum.say(bea.token, { postId: alone, content: 'During the block' })
  // Told to nobody before the block ends.
  expect((await notifications(ada)).length).toBe(1)
  await block(false)
  const items = await notifications(ada)
  expect(items.map(({ post, count, read }) => [post?.id, count, read])).toEqual([
    [shared, 2, false],
    [alone, 1, true],
  ])
  expect(await unread(ada)).toMatchObject({ notifications: 1 })
  expect(await shown(alone)).toEqual([])
  expect((await mails()).join()).not.toContain('Only mine')
  // From now on as before.
  await forum.say(bea.token, { postId: alone, content: 'After the block' })
  expect((await notifications(ada)).length).toBe(2)
  expect(await unread(ada)).toMatchObject({ notifications: 2 })
})
