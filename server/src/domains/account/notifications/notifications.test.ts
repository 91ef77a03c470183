import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { forgetAll, notifications, unread, follow, plannedMails } = notificationRecipients(() => forum.stoa)
beforeEach(forgetAll)

test('authors of posts and comments are notified of replies, once per person, but not of their own', async () => {
  const { ada, bea, moderator } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id: own } = await forum.say(ada.token, { postId, content: 'First' })
  expect(await notifications(ada)).toEqual([])
  await forum.say(bea.token, { postId, content: 'Well\nsaid' })
  const { id: reply } = await forum.say(bea.token, { postId, replyToCommentId: own, content: 'I agree' })
  await forum.say(moderator.token, { postId, replyToCommentId: own, content: 'So do I' })
  const items = await notifications(ada)
  expect(items).toMatchObject([
    {
      kind: 'reply',
      read: false,
      count: 2,
      actorCount: 2,
      actors: [{ userId: moderator.id }, { userId: bea.id }],
      comment: { parentCommentId: own },
      excerpt: 'So do I',
      community: { tokenName: 'FORUM' },
      decision: null,
    },
    { kind: 'reply', count: 1, actors: [{ userId: bea.id }], post: { id: postId }, excerpt: 'Well said' },
  ])
  expect(await unread(ada)).toEqual({ notifications: 2, unseen: 2 })
  expect(await notifications(bea)).toEqual([])
  expect(reply).not.toBe('')
})

const set = ({ token }: { token: string }, notificationSettings: object) =>
  forum.stoa.call('notificationSettings', { notificationSettings }, { token })

test('a reply that also mentions its reader is one notification; a mention added later is another', async () => {
  const { ada, bea, moderator, stoa } = forum
  const postId = await forum.newPost()
  const { id } = await forum.say(ada.token, { postId })
  const said = { postId, replyToCommentId: id, content: '@ada_demo @ada_demo hear' }
  const { id: reply } = await forum.say(bea.token, said)
  expect(await notifications(ada)).toMatchObject([{ kind: 'reply', count: 1 }])
  const edit = async (content: string) => {
    const input = { tokenName: 'FORUM', commentId: reply, content }
    expect((await stoa.call('commentEdit', input, { token: bea.token })).status).toBe(200)
  }
  await edit('@ada_demo and @mod_demo')
  expect((await notifications(moderator)).map(({ kind }) => kind)).toEqual(['mention'])
  // Another edit doesn't notify anybody again.
  await edit('@mod_demo and @ada_demo!')
  expect(await notifications(moderator)).toMatchObject([{ count: 1 }])
  expect(await notifications(ada)).toMatchObject([{ kind: 'reply', count: 1 }])
})

test('a person who only wants replies, or only mentions, is notified accordingly of a reply that mentions them', async () => {
  const { ada, bea } = forum
  const off = { reply: false, mention: false }
  const postId = await forum.newPost({ publisherId: ada.id })
  const toldAs = async (settings: Record<'onSite' | 'email', object>) => {
    await forgetAll()
    await set(ada, { onSite: { ...off, ...settings.onSite }, email: { ...off, ...settings.email } })
    await forum.say(bea.token, { postId, content: '@ada_demo please look' })
    const [shown = null, ...others] = (await notifications(ada)).map(({ kind }) => kind)
    const [mailed = null] = await plannedMails()
    return [shown, ...others, mailed]
  }
  const [reply, mention] = [{ reply: true }, { mention: true }]
  expect(await toldAs({ onSite: mention, email: {} })).toEqual(['mention', null])
  expect(await toldAs({ onSite: reply, email: mention })).toEqual(['mention', 'mention'])
  expect(await toldAs({ onSite: mention, email: reply })).toEqual(['reply', 'reply'])
  expect(await toldAs({ onSite: {}, email: mention })).toEqual([null, 'mention'])
  expect(await toldAs({ onSite: {}, email: {} })).toEqual([null, null])
  expect(await toldAs({ onSite: { ...reply, ...mention }, email: reply })).toEqual(['reply', 'reply'])
})

test('however often a comment is edited, it notifies no more people than one comment may', async () => {
  const { stoa, bea, cem } = forum
  const names = Array.from({ length: 15 }, (_, n) => `named_${n}`)
  const template = await stoa.database.read('users').where({ id: cem.id }).first()
  await stoa.database.transaction(async ({ connection }) => {
    for (const [n, username] of names.entries()) {
      const id = `named${String(n).padStart(15, '0')}`
      const own = { id, username, username_key: username, slug: `-${id}`, email: null, email_key: null }
      await connection('users').insert({ ...template, ...own })
    }
  })
  const naming = (some: string[]) => some.map((name) => `@${name}`).join(' ')
  const { id: commentId } = await forum.say(bea.token, {
    postId: await forum.newPost(),
    content: naming(names.slice(0, 4)),
  })
  const edit = (some: string[]) =>
    stoa.call('commentEdit', { tokenName: 'FORUM', commentId, content: naming(some) }, { token: bea.token })
  for (const some of [names.slice(4, 6), names.slice(0, 4), names.slice(5)]) expect((await edit(some)).status).toBe(200)
  await stoa.app.background.settled()
  const heard = await stoa.database.read('notification_causes').where({ cause_id: commentId }).pluck('recipient_id')
  expect([heard.length, new Set(heard).size]).toEqual([10, 10])
})

test('people can follow once and unfollow; oneself or a missing person can’t be followed', async () => {
  const { ada, bea } = forum
  const payloads = async (asked: ReturnType<typeof follow>) => (await asked).body.payload
  expect(await payloads(follow(ada, bea))).toEqual({ follows: true, followers: 1 })
  expect(await payloads(follow(ada, bea))).toEqual({ follows: true, followers: 1 })
  expect(await notifications(bea)).toMatchObject([{ kind: 'follow', count: 1, actors: [{ userId: ada.id }] }])
  expect(await payloads(follow(ada, bea, false))).toEqual({ follows: false, followers: 0 })
  // A follow that has ended isn't shown.
  expect(await notifications(bea)).toEqual([])
  expect(await unread(bea)).toEqual({ notifications: 0, unseen: 0 })
  expect((await follow(ada, ada)).body.code).toBe('VALIDATION_FAILED')
  expect((await follow(ada, { id: '0'.repeat(20) })).body.code).toBe('USER_NOT_FOUND')
})

test('an author is notified of a decision with the role that made it', async () => {
  const { ada, moderator } = forum
  const postId = await forum.newPost()
  const { id: commentId } = await forum.say(ada.token, { postId })
  await forum.hide(moderator.token, { commentId, reason: 'spam' })
  expect(await notifications(ada)).toMatchObject([
    {
      kind: 'moderation',
      actors: [],
      actorCount: 0,
      comment: { id: commentId },
      decision: { action: 'commentHidden', by: 'community', reason: 'spam' },
    },
  ])
  expect(JSON.stringify(await notifications(ada))).not.toContain(moderator.id)
  await forum.hide(moderator.token, { commentId, hidden: false })
  expect(await notifications(ada)).toMatchObject([{ decision: { action: 'commentRestored' } }])
  expect(await notifications(moderator)).toEqual([])
})

test('an author whose content is all hidden gets the given reason', async () => {
  const { ada, admin, stoa } = forum
  const about = { tokenName: 'FORUM', banUserId: ada.id, ban: false }
  const hide = (hideContent: boolean) =>
    stoa.call('userBan', { ...about, hideContent, reason: 'You sell things' }, { token: admin.token })
  expect((await hide(true)).status).toBe(200)
  const decision = { action: 'contentHidden', by: 'community', reason: 'You sell things' }
  expect(await notifications(ada)).toMatchObject([{ kind: 'moderation', decision }])
  expect((await hide(false)).status).toBe(200)
})

test('each setting applies to its kind, from the moment it changes', async () => {
  const { ada, bea } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await set(ada, { onSite: { reply: false }, email: { reply: false } })
  await forum.say(bea.token, { postId })
  await follow(bea, ada)
  expect((await notifications(ada)).map(({ kind }) => kind)).toEqual(['follow'])
  await set(ada, { onSite: { reply: true } })
  await forum.say(bea.token, { postId })
  expect(await notifications(ada)).toMatchObject([{ kind: 'reply', count: 1 }, { kind: 'follow' }])
  await set(ada, { email: { reply: true } })
})

test('a banned person gets no notifications from the community until the ban ends', async () => {
  const { ada, bea, admin, stoa } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  expect(await notifications(ada)).toHaveLength(1)
  const ban = (is: boolean) =>
    stoa.call('userBan', { tokenName: 'FORUM', banUserId: ada.id, ban: is, timeframe: 1 }, { token: admin.token })
  expect((await ban(true)).status).toBe(200)
  await forum.say(bea.token, { postId })
  expect((await notifications(ada)).filter(({ kind }) => kind === 'reply')).toEqual([])
  expect((await ban(false)).status).toBe(200)
  expect((await notifications(ada)).filter(({ kind }) => kind === 'reply')).toMatchObject([{ count: 1 }])
})

test('merged accounts are notified as one person, without their own actions; separated again, each gets its own', async () => {
  const { bea, stoa } = forum
  const { mergedPair, undo } = mergeActions(() => stoa, 'told')
  const [main, other] = await mergedPair()
  await forgetAll()
  const [mine, others] = [await forum.newPost({ publisherId: main.id }), await forum.newPost({ publisherId: other.id })]
  await forum.say(main.token, { postId: others })
  expect(await notifications(main)).toEqual([])
  await forum.say(bea.token, { postId: others })
  await forum.say(bea.token, { postId: mine })
  await follow(bea, main)
  expect((await notifications(main)).map(({ kind }) => kind)).toEqual(['follow', 'reply', 'reply'])
  expect(await unread(main)).toEqual({ notifications: 3, unseen: 3 })
  expect((await undo(main, other)).status).toBe(200)
  expect((await notifications(main)).length).toBeGreaterThan(0)
})

test('notifications can be seen, read or dismissed, only one’s own, and later additions are new again', async () => {
  const { ada, bea, stoa } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  const [first] = await notifications(ada)
  const notificationIds = [first?.id ?? '']
  const does = (call: 'notificationRead' | 'notificationDelete', { token }: { token: string }) =>
    stoa.call(call, { notificationIds }, { token }).then(({ body }) => body.code ?? body.payload.unread)
  expect(await does('notificationRead', bea)).toBe('NOT_FOUND')
  expect(await does('notificationDelete', bea)).toBe('NOT_FOUND')
  stoa.clock.advance(1)
  expect((await stoa.call('notificationViewed', {}, { token: ada.token })).body.payload.unread).toEqual({
    notifications: 1,
    unseen: 0,
  })
  expect(await does('notificationRead', ada)).toEqual({ notifications: 0, unseen: 0 })
  expect(await notifications(ada)).toMatchObject([{ read: true, count: 1 }])
  await forum.say(bea.token, { postId })
  expect(await notifications(ada, { tab: 'unread' })).toMatchObject([{ read: false, count: 1 }])
  expect(await unread(ada)).toEqual({ notifications: 1, unseen: 1 })
  expect(await does('notificationDelete', ada)).toEqual({ notifications: 0, unseen: 0 })
  expect(await notifications(ada)).toEqual([])
  await forum.say(bea.token, { postId })
  expect(await notifications(ada)).toMatchObject([{ read: false, count: 1 }])
})
