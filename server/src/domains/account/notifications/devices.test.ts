import { CommentStatus, DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '@stoa/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cookiesOf } from '../../../../test/cookies.ts'
import { createDirectMessages, type DirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
let dm: DirectMessages
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  forum = await startForum()
  dm = createDirectMessages(forum.stoa)
  service = await startPushService(forum)
})
afterAll(async () => {
  await forum.stoa.close()
  await service.close()
})
beforeEach(async () => {
  await service.after(0)
  await forum.stoa.database.transaction(async ({ connection }) => {
    for (const table of ['push_subscriptions', 'push_tags', 'notifications', 'notification_causes', 'mutes']) {
      await connection(table).del()
    }
    await connection('jobs').del()
    await connection('users').update({ notification_settings: null })
  })
  const { ada, bea, moderator } = forum
  for (const person of [ada, bea, moderator]) {
    const { sessions } = forum.stoa.app.services
    const { signedIn } = await sessions.begin({ userId: person.id, site: '', lasting: true })
    person.token = signedIn.accessToken
  }
})

const postInput = (title: string) => ({
  tokenName: 'FORUM',
  title,
  postContent: JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Some words.' } }] }),
})
type Person = { id: string; token: string }
const settings = ({ token }: Person, notificationSettings: Partial<NotificationSettings>) =>
  forum.stoa.call('notificationSettings', { notificationSettings }, { token })
const pending = async ({ token }: Person, tag: string) =>
  (await forum.stoa.call('pushPending', { tag }, { token })).body.payload
const unseen = async ({ token }: Person) => (await forum.stoa.call('me', {}, { token })).body.payload.unread.unseen

test('a device gets what is unread, composed when it asks', async () => {
  const { stoa, ada, bea, moderator } = forum
  await service.subscribe(ada)
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'First' })
  const { id, createdAt } = await forum.say(moderator.token, { postId, content: 'Second **answer**' })
  const tag = (await service.after(2000))[0]?.tag ?? ''
  const { show, close, unseen: badge } = await pending(ada, tag)
  expect(show).toEqual([
    {
      tag,
      title: expect.stringMatching(/mod_demo.* and .*bea_demo.* replied to you in /),
      body: expect.stringContaining('Second'),
      url: expect.stringMatching(new RegExp(`^/bbs/FORUM/.+/comment/${id}$`)),
      at: createdAt,
      count: 2,
      icon: null,
    },
  ])
  expect(close).toEqual([])
  expect([badge, await unseen(ada)]).toEqual([1, 1])
  await stoa.call('notificationRead', { all: true }, { token: ada.token })
  expect(await pending(ada, tag)).toEqual({ show: [], close: [tag], unseen: 0 })
  // Others see nothing of it.
  expect(await pending(bea, tag)).toEqual({ show: [], close: [tag], unseen: await unseen(bea) })
})

test('a test leads to the notification settings, and a changed account to the account', async () => {
  const { stoa, ada } = forum
  await service.subscribe(ada)
  expect((await pending(ada, 'test')).show[0]?.url).toBe('/bbs/my-profile/settings/notifications')
  await stoa.database.transaction(async (tx) => {
    const changeId = stoa.app.ids.next()
    stoa.app.services.triggers.record(tx, { kind: 'account', changeId, change: 'renamed', userId: ada.id })
  })
  expect(await service.after(2000)).toMatchObject([{ tag: 'account', do: 'show' }])
  expect((await pending(ada, 'account')).show[0]?.url).toBe('/bbs/my-account/settings')
})

test('the badge is the number of the bell', async () => {
  const { stoa, ada, bea } = forum
  for (let count = 1; count <= 3; count += 1) {
    await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }), content: `Words ${count}` })
    await stoa.app.background.settled()
    expect([(await pending(ada, 'account')).unseen, await unseen(ada)]).toEqual([count, count])
  }
  await stoa.call('notificationViewed', {}, { token: ada.token })
  await stoa.app.background.settled()
  expect([(await pending(ada, 'account')).unseen, await unseen(ada)]).toEqual([0, 0])
})

test('the service worker is signed in by its cookie, and by nothing else', async () => {
  const { stoa } = forum
  const username = `worker_${stoa.clock.now()}`
  const input = { username, email: `${username}@mail.example`, password: 'Corr3ct-horse' }
  const { headers } = await stoa.call('authSignUp', input)
  const ask = (more: Record<string, string>) => stoa.call('pushPending', { tag: 'test' }, { headers: more })
  const own = await ask({ cookie: cookiesOf(headers) })
  expect(own.body.payload).toMatchObject({ show: [{ tag: 'test', count: 1 }], close: [], unseen: 0 })
  expect((await ask({})).body.code).toBe('AUTH_REQUIRED')
  const foreign = await ask({
    cookie: cookiesOf(headers),
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  })
  expect(foreign.status).toBeGreaterThanOrEqual(400)
})

test('what is read elsewhere is closed on devices that showed it, and on no others', async () => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada, 'told')
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  expect(await service.after(2000)).toMatchObject([{ browser: 'told', do: 'show' }])
  await service.subscribe(ada, 'later')
  const other = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId: other, content: 'Elsewhere' })
  expect(await service.after(2000)).toHaveLength(2)
  const { items } = (await stoa.call('notificationList', {}, { token: ada.token })).body.payload
  const first = items.find(({ post }) => post?.id === postId)
  await stoa.call('notificationRead', { notificationIds: [first?.id ?? ''] }, { token: ada.token })
  expect(await service.after(2000)).toEqual([{ browser: 'told', v: 1, tag: `post:${postId}`, do: 'close' }])
  // Once.
  await stoa.call('notificationRead', { all: true }, { token: ada.token })
  const closed = await service.after(2000)
  expect(closed.map(({ tag, do: what }) => `${what} ${tag}`)).toEqual([`close post:${other}`, `close post:${other}`])
})

test('what is read within seconds wakes up nobody', async () => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada)
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId })
  await stoa.app.background.settled()
  await stoa.call('notificationRead', { all: true }, { token: ada.token })
  expect(await service.after(2000)).toEqual([])
})

test('what is hidden or deleted is closed, and never shown', async () => {
  const { ada, bea, moderator } = forum
  await service.subscribe(ada, 'hidden')
  const postId = await forum.newPost({ publisherId: ada.id })
  const { id } = await forum.say(bea.token, { postId, content: 'Not for long' })
  expect(await service.after(2000)).toMatchObject([{ do: 'show' }])
  expect((await forum.hide(moderator.token, { commentId: id, reason: 'spam' })).status).toBe(200)
  const tag = `post:${postId}`
  expect(await pending(ada, tag)).toMatchObject({ show: [], close: [tag] })
  expect(await service.after(2000)).toMatchObject([{ browser: 'hidden', tag, do: 'close' }])
  const { id: next } = await forum.say(bea.token, { postId, content: 'Gone at once' })
  await forum.hide(moderator.token, { commentId: next, reason: 'spam' })
  expect(await service.after(2000)).toEqual([])
  expect(await forum.stoa.database.read('comments').where({ id: next, status: CommentStatus.published })).toEqual([])
})

test('a device asks again when a text it may show is hidden, while others in the thread are unread', async () => {
  const { ada, bea, moderator } = forum
  await service.subscribe(ada, 'asks')
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(moderator.token, { postId, content: 'Stays' })
  const { id } = await forum.say(bea.token, { postId, content: 'Must go' })
  expect(await service.after(2000)).toMatchObject([{ do: 'show' }])
  const tag = `post:${postId}`
  expect((await pending(ada, tag)).show).toMatchObject([{ body: expect.stringContaining('Must go'), count: 2 }])
  await forum.hide(moderator.token, { commentId: id, reason: 'spam' })
  expect(await service.after(2000)).toEqual([{ browser: 'asks', v: 1, tag, do: 'close' }])
  expect((await pending(ada, tag)).show).toMatchObject([{ body: expect.stringContaining('Stays'), count: 1 }])
  // It still counts as shown.
  await forum.stoa.call('notificationRead', { all: true }, { token: ada.token })
  expect(await service.after(2000)).toMatchObject([{ browser: 'asks', tag, do: 'close' }])
})

test('only entries of which something may be gone are looked at again', async () => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada)
  const mine = await stoa.call('postCreate', postInput('Mine'), { token: ada.token })
  const { id: postId } = mine.body.payload.post
  const { id } = await forum.say(bea.token, { postId, content: 'An answer' })
  const other = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId: other, content: 'Another answer' })
  await service.after(2000)
  const planned = async () => {
    await stoa.app.background.settled()
    const jobs = await stoa.database.read('jobs').where('kind', 'like', 'wake up devices%')
    return jobs.map((job) => JSON.parse(job.payload).tag)
  }
  await stoa.call('notificationViewed', {}, { token: ada.token })
  const edited = { tokenName: 'FORUM', commentId: id, content: 'A better answer' }
  const statuses = [
    (await stoa.call('postEdit', { ...postInput('Mine, edited'), postId }, { token: ada.token })).status,
    (await stoa.call('commentEdit', edited, { token: bea.token })).status,
  ]
  expect([statuses, await planned()]).toEqual([[200, 200], []])
  const { items } = (await stoa.call('notificationList', {}, { token: ada.token })).body.payload
  const read = items.find(({ post }) => post?.id === other)
  await stoa.call('notificationRead', { notificationIds: [read?.id ?? ''] }, { token: ada.token })
  expect(await planned()).toEqual([`post:${other}`])
})

test('people who are blocked or muted reach no device, and their entries are closed', async () => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada)
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: 'Before' })
  expect(await service.after(2000)).toMatchObject([{ do: 'show' }])
  const mute = { entityType: 'user' as const, entityId: bea.id }
  await stoa.call('notificationBlock', { ...mute, block: true }, { token: ada.token })
  expect(await service.after(2000)).toMatchObject([{ do: 'close' }])
  await forum.say(bea.token, { postId, content: 'After' })
  expect(await service.after(2000)).toEqual([])
  await stoa.call('notificationBlock', { ...mute, block: false }, { token: ada.token })
})

test('quiet hours hold what is unread until they end, as one message for each thread', async () => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada)
  const now = new Date(stoa.clock.now())
  const clock = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(11, 16)
  await settings(ada, { quietHours: { from: clock(-1), to: clock(2), timeZone: 'UTC' } })
  const [first, second] = [await forum.newPost({ publisherId: ada.id }), await forum.newPost({ publisherId: ada.id })]
  await forum.say(bea.token, { postId: first, content: 'One' })
  await forum.say(bea.token, { postId: second, content: 'Read before' })
  expect(await service.after(MINUTE_MS)).toEqual([])
  await forum.say(bea.token, { postId: first, content: 'Two' })
  expect(await service.after(MINUTE_MS)).toEqual([])
  const { items } = (await stoa.call('notificationList', {}, { token: ada.token })).body.payload
  const read = items.find(({ post }) => post?.id === second)
  await stoa.call('notificationRead', { notificationIds: [read?.id ?? ''] }, { token: ada.token })
  expect(await service.after(HOUR_MS)).toEqual([])
  expect(await service.after(HOUR_MS)).toMatchObject([{ tag: `post:${first}`, do: 'show' }])
  expect(await service.after(DAY_MS)).toEqual([])
})

test.each([
  ['shortened', 0],
  ['ended', null],
] as const)('quiet hours that are %s release what they held; those that last hold it', async (_name, end) => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada)
  const now = stoa.clock.now()
  const clock = (hours: number) => new Date(now + hours * HOUR_MS).toISOString().slice(11, 16)
  const until = (hours: number) => ({ from: clock(-1), to: clock(hours), timeZone: 'UTC' })
  await settings(ada, { quietHours: until(5) })
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(bea.token, { postId, content: `While it is quiet ${end}` })
  expect(await service.after(MINUTE_MS)).toEqual([])
  await settings(ada, { quietHours: until(3) })
  expect(await service.after(MINUTE_MS)).toEqual([])
  await settings(ada, { quietHours: end === null ? null : until(end) })
  expect(await service.after(0)).toMatchObject([{ tag: `post:${postId}`, do: 'show' }])
  expect(await service.after(6 * HOUR_MS)).toEqual([])
})

test('what a stopped server left for days is not sent', async () => {
  const { stoa, ada, bea } = forum
  await service.subscribe(ada)
  await forum.say(bea.token, { postId: await forum.newPost({ publisherId: ada.id }) })
  await stoa.app.background.settled()
  expect(await service.after(DAY_MS + MINUTE_MS)).toEqual([])
})

test('a message reaches devices with its sender and beginning, and is closed when it is read', async () => {
  const [one, other] = await dm.friends()
  await service.subscribe(one, 'inbox')
  const { conversationId, message } = await dm.sent(other, one, 'See you at eight')
  const tag = `dm:${conversationId}`
  expect(await service.after(2000)).toEqual([{ browser: 'inbox', v: 1, tag, do: 'show' }])
  expect(service.received[0]?.headers.urgency).toBe('high')
  expect((await pending(one, tag)).show).toMatchObject([
    { tag, body: 'See you at eight', count: 1, url: `/bbs/messages/${conversationId}`, at: message.createdAt },
  ])
  expect((await pending(one, tag)).show[0]?.title).toContain(other.username)
  expect(await pending(other, tag)).toMatchObject({ show: [], close: [tag] })
  expect(await pending(forum.bea, tag)).toMatchObject({ show: [], close: [tag] })
  await dm.read(one, conversationId, message.createdAt)
  expect(await service.after(2000)).toMatchObject([{ browser: 'inbox', tag, do: 'close' }])
  await dm.sent(other, one, 'Never mind')
  expect(await service.after(2000)).toMatchObject([{ do: 'show' }])
  await settings(one, { push: { ...DEFAULT_NOTIFICATION_SETTINGS.push, message: false } })
  expect((await pending(one, tag)).show).toEqual([])
  await dm.sent(other, one, 'Again')
  expect((await service.after(2000)).filter(({ do: what }) => what === 'show')).toEqual([])
})

test('a device asks again when its sender deletes a message, while others are unread', async () => {
  const [one, other] = await dm.friends()
  await service.subscribe(one, 'deleted')
  await dm.sent(other, one, 'Stays')
  const { conversationId, message } = await dm.sent(other, one, 'Must go')
  const tag = `dm:${conversationId}`
  expect(await service.after(2000)).toMatchObject([{ tag, do: 'show' }])
  const input = { messageId: message.id, forBoth: true }
  expect((await forum.stoa.call('dmDelete', input, { token: other.token })).status).toBe(200)
  expect(await service.after(2000)).toEqual([{ browser: 'deleted', v: 1, tag, do: 'close' }])
  expect((await pending(one, tag)).show).toMatchObject([{ body: 'Stays', count: 1 }])
})

test('a message does not wait for what concerns all members of a community', async () => {
  const { stoa } = forum
  const [one, other] = await dm.friends()
  await service.subscribe(one, 'quick')
  const many = Array.from({ length: 200 }, (_, index) => ({ userId: other.id, tag: `community:${index}` }))
  await stoa.database.transaction(async (tx) => {
    for (const about of many) stoa.app.services.push.wake(tx, about)
  })
  await dm.sent(other, one, 'Quick')
  await stoa.app.background.settled()
  const before = service.tries()
  stoa.clock.advance(2000)
  const drained = stoa.app.jobs.drain()
  await vi.waitUntil(() => service.tries() > before, { interval: 1, timeout: 5000 })
  const left = await stoa.database.read('jobs').where('job_key', 'like', `${other.id}:community:%`)
  expect(left.length).toBeGreaterThan(100)
  await drained
})

test('requests of strangers reach no device', async () => {
  const [one, other] = await dm.pair()
  await service.subscribe(one)
  const { conversationId } = await dm.sent(other, one, 'Hello stranger')
  expect(await service.after(2000)).toEqual([])
  expect((await pending(one, `dm:${conversationId}`)).show).toEqual([])
})

test('a role reaches devices, and what strangers decide or mention doesn’t', async () => {
  const { stoa, cem, ada, bea, admin, communityId } = forum
  await service.subscribe(ada, 'role')
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: admin.id, site: '', lasting: true })
  const role = { tokenName: 'FORUM', editedUserId: ada.id, addModerator: true }
  expect((await stoa.call('userEdit', role, { token: signedIn.accessToken })).status).toBe(200)
  expect(await service.after(2000)).toMatchObject([{ browser: 'role', tag: `community:${communityId}`, do: 'show' }])
  const { show } = await pending(ada, `community:${communityId}`)
  expect(show[0]?.title).toMatch(/made you a moderator of/)
  await stoa.app.services.memberships.setRole(communityId, ada.id, { moderator: false, permissions: [] })
  const own = await stoa.app.services.sessions.begin({ userId: cem.id, site: '', lasting: true })
  await service.subscribe({ token: own.signedIn.accessToken })
  await forum.say(bea.token, { postId: await forum.newPost(), content: 'Hello @cem_demo' })
  expect(await service.after(2000)).toEqual([])
})
