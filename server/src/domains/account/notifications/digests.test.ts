import { CommentStatus, DEFAULT_NOTIFICATION_SETTINGS } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { begin, write, planned, choose, mailedAfter } = mailRecipients(() => forum)
beforeEach(begin)

test('a digest is sent at most weekly, with only unread and visible notifications', async () => {
  const { stoa, ada, bea } = forum
  await choose(ada, { digest: true, reply: false })
  const postId = await forum.newPost({ publisherId: ada.id })
  const { clock } = stoa
  const { now } = clock
  // Let time pass while notifications are created.
  clock.now = () => {
    clock.advance(1)
    return now()
  }
  const { id } = await forum.say(bea.token, { postId, content: 'Missed' })
  await stoa.app.background.settled()
  clock.now = now
  expect(await mailedAfter(6 * DAY_MS)).toEqual([])
  const [mail = ''] = await mailedAfter(DAY_MS)
  expect(mail).toContain('Your digest from Stoa')
  expect(mail).toContain(`/comment/${id}`)
  expect(mail).toContain(`token=${ada.id}.digest.`)
  expect(await mailedAfter(30 * DAY_MS)).toHaveLength(1)
  await forum.say(bea.token, { postId, content: 'Read by then' })
  await stoa.app.background.settled()
  stoa.clock.advance(1)
  const next = await stoa.call('notificationRead', { all: true }, { token: ada.token })
  expect(next.status).toBe(200)
  expect(await planned()).toBe(1)
  expect(await mailedAfter(7 * DAY_MS)).toHaveLength(1)
  await forum.say(bea.token, { postId, content: 'A secret' })
  await write('comments', { content: 'A secret' }, { status: CommentStatus.hiddenByAdmin })
  expect(await mailedAfter(7 * DAY_MS)).toHaveLength(1)
  await forum.say(bea.token, { postId })
  await stoa.app.background.settled()
  await choose(ada, { digest: false })
  expect(await mailedAfter(7 * DAY_MS)).toHaveLength(1)
  expect(await planned()).toBe(0)
})

test('a digest repeats nothing that was mailed', async () => {
  const { stoa, ada, bea } = forum
  await choose(ada, { digest: true })
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }), content: 'Mailed words' })
  await stoa.call('userFollow', { followedUserId: ada.id, follow: true }, { token: bea.token })
  expect(await mailedAfter(5 * MINUTE_MS)).toHaveLength(1)
  const [, digest = '', ...others] = await mailedAfter(7 * DAY_MS)
  expect(others).toEqual([])
  expect(digest).toMatch(/follows you/)
  expect(digest).not.toContain('Mailed words')
})

test('a digest is sent to people who want no other notifications, not even on the site', async () => {
  const { stoa, ada, bea } = forum
  const { digest, ...kinds } = DEFAULT_NOTIFICATION_SETTINGS.email
  const off = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, false]))
  expect(digest).toBe(false)
  const notificationSettings = { onSite: off, email: { ...off, digest: true } }
  await stoa.call('notificationSettings', { notificationSettings }, { token: ada.token })
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }), content: 'Missed' })
  await stoa.app.background.settled()
  expect((await stoa.call('notificationList', {}, { token: ada.token })).body.payload.items).toEqual([])
  expect(await mailedAfter(5 * MINUTE_MS)).toEqual([])
  expect(await mailedAfter(7 * DAY_MS)).toEqual([expect.stringContaining('Missed')])
  expect(await mailedAfter(14 * DAY_MS)).toHaveLength(1)
})

test('a mail that omits something says so, and the digest includes it', async () => {
  const { ada, bea } = forum
  await choose(ada, { digest: true })
  const postId = await forum.newPost({ publisherId: ada.id })
  const answers = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const { id } = await forum.say(ada.token, { postId })
      await forum.say(bea.token, { postId, replyToCommentId: id, content: `Answer ${n}.` })
    }
    return (await mailedAfter(5 * MINUTE_MS)).at(-1) ?? ''
  }
  expect(await answers(10)).not.toContain('There is more')
  const mail = await answers(11)
  expect(mail).toContain('Sign in to see more.')
  expect(mail).toContain('Answer 10.')
  expect(mail).not.toContain('Answer 0.')
  const digest = (await mailedAfter(7 * DAY_MS)).at(-1) ?? ''
  expect(digest).toContain('Your digest from')
  expect(digest).toContain('Answer 0.')
  expect(digest).not.toContain('Answer 10.')
})
