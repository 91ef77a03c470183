import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, PUBLISHER, startForum } from '../../../../test/forum.ts'
import { createLiveClients, type LiveClients } from '../../../../test/live-clients.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
let clients: LiveClients
const { notifications } = notificationRecipients(() => forum.stoa)
const { begin, mailedAfter } = mailRecipients(() => forum)

beforeAll(async () => {
  forum = await startForum()
  clients = createLiveClients(forum.stoa.url)
})
afterAll(async () => {
  clients.leave()
  await forum.stoa.close()
})
beforeEach(begin)

const unreadOf = async () => (await notifications(forum.ada, { tab: 'unread' })).map(({ kind }) => kind)
/** Mails to Ada. */
async function mailed(after = 5 * 60_000): Promise<string> {
  const mails = await mailedAfter(after)
  return mails.filter((mail) => mail.includes(`To: ${forum.ada.id}@`)).join('\n')
}

test('replying to a comment marks its notification as read: it isn’t mailed, and other pages are updated', async () => {
  const { ada, bea, stoa } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id } = await forum.say(bea.token, { postId, content: 'A question' })
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }), content: 'Another' })
  await stoa.app.background.settled()
  const page = await clients.connect({ token: ada.token, watch: {} })
  await forum.say(ada.token, { postId, replyToCommentId: id, content: 'My answer' })
  const [heard] = await page.hears(1)
  expect(heard).toMatchObject({ name: 'notification.changed', event: { userId: ada.id, change: 'read' } })
  expect((await notifications(ada)).map(({ read }) => read)).toEqual([false, true])
  const mails = await mailed()
  expect(mails).not.toContain('A question')
  expect(mails).toContain('Another')
})

test('replying to an older reply doesn’t affect the newer one, which stays unread', async () => {
  const { ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id } = await forum.say(bea.token, { postId, content: 'The older one' })
  await forum.say(moderator.token, { postId, content: 'The newer one' })
  await forum.say(ada.token, { postId, replyToCommentId: id, content: 'My answer' })
  expect(await unreadOf()).toEqual(['reply'])
  const mails = await mailed()
  expect(mails).toContain('mod_demo replied to you')
  expect(mails).not.toContain('bea_demo')
  expect(mails).toContain('The newer one')
})

test('replying to an anonymous comment marks it as read, too', async () => {
  const { ada, stoa } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const input = { tokenName: 'FORUM', postId, content: 'Nobody asks', site: PUBLISHER.origin }
  const { id } = (await stoa.app.services.comments.createAnonymously(null, input)).comment
  expect(await unreadOf()).toEqual(['reply'])
  await forum.say(ada.token, { postId, replyToCommentId: id, content: 'My answer' })
  expect(await unreadOf()).toEqual([])
})

test('the digest omits what was replied to, even if it wasn’t on the site', async () => {
  const { ada, bea, stoa } = forum
  const notificationSettings = { onSite: { reply: false }, email: { digest: true } }
  await stoa.call('notificationSettings', { notificationSettings }, { token: ada.token })
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id } = await forum.say(bea.token, { postId, content: 'A question' })
  await stoa.app.background.settled()
  await forum.say(ada.token, { postId, replyToCommentId: id, content: 'My answer' })
  await stoa.call('userFollow', { followedUserId: ada.id, follow: true }, { token: bea.token })
  const mails = await mailed(7 * 24 * 60 * 60_000)
  expect(mails).toContain('Your digest from')
  expect(mails).not.toContain('A question')
})
