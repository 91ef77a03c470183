import { type ApiCall, StoaError } from '@stoa/client'
import { createFakeRealtime } from '@stoa/client/fixtures'
import type { CallName, Notification } from '@stoa/contract'
import { exampleId, exampleMe, exampleNotification } from '@stoa/contract/fixtures'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listOf } from './cache.ts'
import { loadList } from './lists.ts'
import {
  clearNewNotifications,
  deleteNotification,
  markNotificationsRead,
  markNotificationsViewed,
  markShownNotificationsRead,
  notifications,
  subscribeToNotifications,
  subscribeToQueueLength,
} from './notifications.ts'
import { newItemsKey } from './queries.ts'
import { createStoa, type Stoa } from './stoa.ts'
import { loadViewer } from './viewer.ts'

const me = exampleMe()
const all = notifications('all')
let server: Notification[]
let unseen: number
let refusedCall: CallName | null
let callNames: CallName[]
let waiting: number
let live: ReturnType<typeof createFakeRealtime>
let stoa: Stoa

const counts = () => ({ notifications: server.filter(({ read }) => !read).length, unseen })
/** The server's handlers by call. */
const handlers: Partial<Record<CallName, (input: never) => unknown>> = {
  queueCount: () => ({ waiting }),
  me: () => ({ user: me, unread: counts() }),
  viewerFacts: () => ({ reactions: {}, votes: {}, comments: [] }),
  notificationList: ({ tab }: { tab?: string }) => ({
    items: server.filter(({ read }) => tab !== 'unread' || !read),
    cursor: null,
    hasMore: false,
  }),
  notificationViewed: ({ until }: { until: number }) => {
    unseen = server.filter(({ at }) => at > until).length
    return { unread: counts() }
  },
  notificationRead: ({ notificationIds, until = 100 }: { notificationIds?: string[]; until?: number }) => {
    const isMeant = ({ id, at }: Notification) => at <= until && (notificationIds?.includes(id) ?? true)
    server = server.map((one) => (isMeant(one) ? { ...one, read: true } : one))
    return { unread: counts() }
  },
  notificationDelete: ({ notificationIds }: { notificationIds: string[] }) => {
    server = server.filter(({ id }) => !notificationIds.includes(id))
    return { unread: counts() }
  },
}
const call = (async (name: CallName, input: unknown) => {
  callNames.push(name)
  await Promise.resolve()
  if (name === refusedCall) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
  return handlers[name]?.(input as never)
}) as ApiCall

beforeEach(async () => {
  server = [3, 2, 1].map((at) => exampleNotification({ id: exampleId(at, 'n'), at }))
  unseen = 2
  waiting = 3
  refusedCall = null
  callNames = []
  live = createFakeRealtime()
  const session = { getAccessToken: async () => 'token', onChange: () => () => {} } as never
  stoa = createStoa({ client: { call }, session, realtime: () => live.realtime, storage: null })
  await loadViewer(stoa)
  await loadList(stoa, all)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  stoa.destroy()
})

const readOf = () => listOf(stoa, all).ids.map((id) => stoa.state.getState().notifications[id]?.read)
const unread = () => stoa.state.getState().unread
const newIds = () => stoa.state.getState().newItems[newItemsKey(all)] ?? []
const event = { id: 'e'.repeat(20), at: 10, userId: me.id, tokenName: null, until: 10 }
async function hear(): Promise<() => void> {
  const end = subscribeToNotifications(stoa)
  await vi.waitFor(() => expect(live.watchedRooms).toHaveLength(1))
  return end
}

test('the counts come with the viewer, and the badge disappears when the list is opened', async () => {
  expect(unread()).toEqual({ notifications: 3, unseen: 2 })
  const request = markNotificationsViewed(stoa, 3)
  expect(unread()).toEqual({ notifications: 3, unseen: 0 })
  await request
  expect([unread(), unseen]).toEqual([{ notifications: 3, unseen: 0 }, 0])
})

test('reading shows at once, and is rolled back if the call fails', async () => {
  const promise = markNotificationsRead(stoa, { ids: [exampleId(2, 'n')] })
  expect(readOf()).toEqual([false, true, false])
  await promise
  expect(unread()?.notifications).toBe(2)
  refusedCall = 'notificationRead'
  const failed = markNotificationsRead(stoa, { until: 3 })
  expect(readOf()).toEqual([true, true, true])
  await expect(failed).rejects.toMatchObject({ code: 'NETWORK' })
  // Earlier read ones stay read.
  expect(readOf()).toEqual([false, true, false])
})

test('marking nothing known changes nothing and notifies no subscriber', async () => {
  refusedCall = 'notificationRead'
  const watch = vi.fn()
  const end = stoa.state.subscribe(watch)
  await expect(markNotificationsRead(stoa, { ids: [exampleId(99, 'n')] })).rejects.toMatchObject({ code: 'NETWORK' })
  end()
  expect(watch).not.toHaveBeenCalled()
})

test('marks all shown as read, but not later ones', async () => {
  server.unshift(exampleNotification({ id: exampleId(9, 'n'), at: 9 }))
  await markNotificationsRead(stoa, { until: 3 })
  expect(unread()?.notifications).toBe(1)
})

test('deleting shows at once, and is restored in place when refused', async () => {
  refusedCall = 'notificationDelete'
  const failed = deleteNotification(stoa, exampleId(2, 'n'))
  expect(listOf(stoa, all).ids).toEqual([exampleId(3, 'n'), exampleId(1, 'n')])
  await expect(failed).rejects.toMatchObject({ code: 'NETWORK' })
  expect(listOf(stoa, all).ids).toEqual([3, 2, 1].map((number) => exampleId(number, 'n')))
  refusedCall = null
  await deleteNotification(stoa, exampleId(3, 'n'))
  expect(listOf(stoa, all).ids).toEqual([exampleId(2, 'n'), exampleId(1, 'n')])
})

test('new ones count at once, move nothing, and wait to be shown', async () => {
  await hear()
  const notificationId = exampleId(9, 'n')
  server.unshift(exampleNotification({ id: notificationId, at: 9 }))
  unseen = 3
  const shownIds = listOf(stoa, all).ids
  for (let twice = 0; twice < 2; twice += 1) {
    live.tell('notification.created', { ...event, notificationId, kind: 'reply' })
  }
  await vi.waitFor(() => expect(unread()).toEqual({ notifications: 4, unseen: 3 }))
  expect([listOf(stoa, all).ids, newIds()]).toEqual([shownIds, [notificationId]])
  clearNewNotifications(stoa)
  expect(newIds()).toEqual([])
})

/** Events a tenth of a second apart. */
async function storm(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    live.tell('notification.created', { ...event, notificationId: exampleId(10 + number, 'n'), kind: 'follow' })
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('a burst of events requests the counts at once, then with pauses, and once more at the end', async () => {
  await hear()
  vi.useFakeTimers()
  callNames.length = 0
  await storm(45)
  expect(callNames).toEqual(['me', 'me', 'me'])
  unseen = 45
  await vi.advanceTimersByTimeAsync(60_000)
  expect([callNames, unread()?.unseen]).toEqual([['me', 'me', 'me', 'me'], 45])
})

/** Opens the page again, in a tab that isn't visible. */
async function hide(): Promise<EventTarget & { hidden: boolean }> {
  const page = Object.assign(new EventTarget(), { hidden: true })
  vi.stubGlobal('document', page)
  stoa.destroy()
  stoa = createStoa({ ...stoa.options })
  await loadViewer(stoa)
  await hear()
  vi.useFakeTimers()
  callNames.length = 0
  return page
}

test('a hidden page requests the counts seldom, and at once when it is visible', async () => {
  const page = await hide()
  await storm(30)
  expect(callNames).toEqual([])
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(callNames).toEqual(['me'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(callNames).toEqual(['me'])
})

test('a page that stays hidden shows the counts, too', async () => {
  await hide()
  unseen = 9
  await storm(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([callNames, unread()?.unseen]).toEqual([['me'], 9])
})

test('a hidden page takes over the counts that another page has requested', async () => {
  await hide()
  await storm(1)
  stoa.state.setState({ unread: { notifications: 9, unseen: 9 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(callNames).toEqual([])
})

test('what is read and deleted in another tab or device shows here', async () => {
  await hear()
  vi.useFakeTimers()
  const [first = '', second = ''] = listOf(stoa, all).ids
  // It has got a new item since it was read there.
  live.tell('notification.changed', { ...event, until: -1, change: 'read', notificationIds: [second] })
  expect(readOf()).toEqual([false, false, false])
  live.tell('notification.changed', { ...event, change: 'read', notificationIds: [second] })
  expect(readOf()).toEqual([false, true, false])
  live.tell('notification.changed', { ...event, change: 'deleted', notificationIds: [first] })
  expect(listOf(stoa, all).ids).toHaveLength(2)
  // Everything until then, in another community: this community's stay unread.
  const everything = { ...event, change: 'read' as const, notificationIds: [] }
  live.tell('notification.changed', { ...everything, until: 1, tokenName: 'ELSEWHERE' })
  expect(readOf()).toEqual([true, false])
  live.tell('notification.changed', { ...everything, until: 1 })
  expect(readOf()).toEqual([true, true])
  unseen = 0
  live.tell('notification.changed', { ...event, change: 'viewed', notificationIds: [] })
  await vi.waitFor(() => expect(unread()?.unseen).toBe(0))
})

test('a response requested before a change does not undo it', async () => {
  await hear()
  live.tell('notification.created', { ...event, notificationId: exampleId(9, 'n'), kind: 'reply' })
  await markNotificationsViewed(stoa, 9)
  await vi.waitFor(() => expect(callNames.filter((name) => name === 'me').length).toBeGreaterThan(1))
  expect(unread()?.unseen).toBe(0)
})

test('after a reconnect the counts are requested, and unsubscribed listeners are not called', async () => {
  const end = await hear()
  unseen = 7
  live.loseEvents()
  await vi.waitFor(() => expect(unread()?.unseen).toBe(7))
  end()
  expect(live.watchedRooms).toEqual([])
})

test('marking as read in another tab leaves items newer than its newest unread', async () => {
  await hear()
  live.tell('notification.changed', { ...event, until: 2, change: 'read', notificationIds: [] })
  expect(readOf()).toEqual([false, true, true])
})

test('after a reconnect an open list offers its new items, if there are any', async () => {
  await hear()
  live.loseEvents()
  await vi.waitFor(() => expect(callNames.filter((name) => name === 'notificationList')).toHaveLength(2))
  expect(newIds()).toEqual([])
  server.unshift(exampleNotification({ id: exampleId(9, 'n'), at: 9 }))
  live.loseEvents()
  await vi.waitFor(() => expect(newIds()).toEqual([exampleId(9, 'n')]))
})

test('after a reconnect a list that isn’t open is not requested', async () => {
  stoa = createStoa({ ...stoa.options })
  await loadViewer(stoa)
  await hear()
  callNames.length = 0
  live.loseEvents()
  await vi.waitFor(() => expect(callNames).toContain('me'))
  expect(callNames).not.toContain('notificationList')
})

test('opening a page marks those whose newest item it shows as read; several new posts are not one', async () => {
  const post = { id: exampleId(1, 'p'), slugUrl: 'a-post', title: 'A post', articleUrl: null }
  const comment = { id: exampleId(1, 'c'), parentCommentId: null }
  const about = (number: number, changes: Partial<Notification>) =>
    exampleNotification({ id: exampleId(number, 'n'), at: number, post, comment: null, ...changes })
  server = [
    about(6, { comment }),
    about(5, { comment: { ...comment, id: exampleId(2, 'c') } }),
    about(4, { kind: 'newPost', count: 1 }),
    about(3, { kind: 'newPost', count: 2 }),
    about(2, { comment, post: { ...post, id: exampleId(2, 'p') } }),
    about(1, { kind: 'moderation', count: 2 }),
    about(0, { kind: 'communityPost', count: 2 }),
  ]
  await markShownNotificationsRead(stoa, { postId: post.id, commentIds: [comment.id] })
  expect(server.flatMap(({ at, read }) => (read ? at : []))).toEqual([6, 4, 1])
  callNames.length = 0
  await markShownNotificationsRead(stoa, { postId: post.id, commentIds: [comment.id] })
  expect(callNames).toEqual(['notificationList'])
})

test('the length of the moderated queues follows what arrives and is decided', async () => {
  const length = () => stoa.state.getState().queueLength
  vi.useFakeTimers()
  const end = subscribeToQueueLength(stoa)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(length()).toBe(3)
  waiting = 4
  live.tell('queue.changed', { ...event, change: 'claimed' } as never)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(length()).toBe(3)
  live.tell('queue.changed', { ...event, change: 'added' } as never)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(length()).toBe(4)
  end()
})
