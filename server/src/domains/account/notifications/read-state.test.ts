import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { createLiveClients, type LiveClients } from '../../../../test/live-clients.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
let clients: LiveClients
beforeAll(async () => {
  forum = await startForum()
  clients = createLiveClients(forum.stoa.url)
})
afterAll(async () => {
  clients.leave()
  await forum.stoa.close()
})
const { forgetAll, notifications, unread } = notificationRecipients(() => forum.stoa)
beforeEach(async () => {
  await forgetAll()
  await forum.stoa.database.transaction(({ connection }) => connection('notification_looks').del())
})

/** Adds a reply to Ada under a new post of a community, and advances the clock by a second. */
async function answerAda(communityId = forum.communityId, tokenName = 'FORUM'): Promise<void> {
  const postId = await forum.newPost({ publisherId: forum.ada.id, communityId })
  await forum.say(forum.moderator.token, { tokenName, postId })
  await forum.stoa.app.background.settled()
  forum.stoa.clock.advance(1000)
}
/** Calls on Ada's notifications by a domain of one community. */
async function onDomainOf(onlyCommunity: string) {
  const { services } = forum.stoa.app
  const viewer = await services.memberships.viewer(forum.ada.id, '')
  if (!viewer) throw new Error('Ada is missing.')
  return {
    unread: () => services.notifications.unread(viewer, onlyCommunity),
    view: () => services.notifications.view(viewer, {}, { onlyCommunity }),
    readAll: () => services.notifications.read(viewer, {}, { onlyCommunity }),
  }
}
const view = (input: { until?: number }) => forum.stoa.call('notificationViewed', input, { token: forum.ada.token })

test('seeing one community’s notifications doesn’t mark the rest as seen; seeing all includes it', async () => {
  await answerAda()
  await answerAda(forum.guardedId, 'GUARDED')
  const guarded = await onDomainOf('GUARDED')
  expect(await guarded.unread()).toEqual({ notifications: 1, unseen: 1 })
  expect(await guarded.view()).toEqual({ notifications: 1, unseen: 0 })
  expect(await unread(forum.ada)).toEqual({ notifications: 2, unseen: 1 })
  expect(await notifications(forum.ada)).toMatchObject([
    { community: { tokenName: 'GUARDED' }, read: false, seen: true },
    { community: { tokenName: 'FORUM' }, read: false, seen: false },
  ])
  await answerAda(forum.guardedId, 'GUARDED')
  expect((await view({})).body.payload.unread).toEqual({ notifications: 3, unseen: 0 })
  expect(await guarded.unread()).toEqual({ notifications: 2, unseen: 0 })
})

test('marking a community’s notifications as read updates other open pages, too', async () => {
  await answerAda()
  await answerAda(forum.guardedId, 'GUARDED')
  const page = await clients.connect({ token: forum.ada.token, watch: {} })
  await (await onDomainOf('GUARDED')).readAll()
  expect(await unread(forum.ada)).toMatchObject({ notifications: 1 })
  const [heard] = await page.hears(1)
  expect(heard).toMatchObject({ name: 'notification.changed', event: { notificationIds: [], tokenName: 'GUARDED' } })
})

test('notifications after the newest shown one are unseen; seen ones remain seen', async () => {
  await answerAda()
  const [shown] = await notifications(forum.ada)
  await answerAda()
  expect((await view({ until: shown?.at ?? 0 })).body.payload.unread).toEqual({ notifications: 2, unseen: 1 })
  expect((await view({})).body.payload.unread.unseen).toBe(0)
  // A page that shows fewer reports it late.
  expect((await view({ until: shown?.at ?? 0 })).body.payload.unread.unseen).toBe(0)
  // A time in the future counts as now.
  await view({ until: forum.stoa.clock.now() + 1_000_000 })
  forum.stoa.clock.advance(1)
  await answerAda()
  expect(await unread(forum.ada)).toEqual({ notifications: 3, unseen: 1 })
})

test('all shown notifications are marked as read, and other open pages get the time', async () => {
  await answerAda()
  const [shown] = await notifications(forum.ada)
  await answerAda()
  const page = await clients.connect({ token: forum.ada.token, watch: {} })
  const until = shown?.at ?? 0
  const read = await forum.stoa.call('notificationRead', { all: true, until }, { token: forum.ada.token })
  expect(read.body.payload.unread).toEqual({ notifications: 1, unseen: 1 })
  const [heard] = await page.hears(1)
  expect(heard).toMatchObject({
    name: 'notification.changed',
    event: { change: 'read', notificationIds: [], until, tokenName: null },
  })
})

test('a notification that changed since it was shown stays unread', async () => {
  const { ada, moderator, stoa } = forum
  const postId = await forum.newPost({ publisherId: ada.id })
  await forum.say(moderator.token, { postId })
  const [shown] = await notifications(ada)
  stoa.clock.advance(1000)
  await forum.say(moderator.token, { postId })
  await stoa.app.background.settled()
  const notificationIds = [shown?.id ?? '']
  const read = (until: number) => stoa.call('notificationRead', { notificationIds, until }, { token: ada.token })
  expect((await read(shown?.at ?? 0)).body.payload.unread.notifications).toBe(1)
  expect((await read(stoa.clock.now())).body.payload.unread.notifications).toBe(0)
})

test('many are marked in batches, with other work in between', async () => {
  await answerAda()
  const { stoa, ada } = forum
  const [row] = await stoa.database.read('notifications').where({ recipient_id: ada.id })
  const [cause] = await stoa.database.read('notification_causes').where({ recipient_id: ada.id })
  const COUNT = 1203
  await stoa.database.transaction(async ({ connection }) => {
    for (let number = 0; number < COUNT; number += 1) {
      const id = `m${String(number).padStart(19, '0')}`
      // Many with the same time, as created by one batch.
      const latest = `${row.latest.slice(0, 19)}${number % 3}`
      await connection('notifications').insert({ ...row, id, target_id: id, latest })
      await connection('notification_causes').insert({ ...cause, cause_id: id, notification_id: id })
    }
  })
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  const viewer = await stoa.app.services.memberships.viewer(ada.id, '')
  setImmediate(count)
  const left = viewer && (await stoa.app.services.notifications.read(viewer, {}, {}))
  isDone = true
  expect(left).toEqual({ notifications: 0, unseen: 0 })
  expect(turns).toBeGreaterThanOrEqual(3)
})
