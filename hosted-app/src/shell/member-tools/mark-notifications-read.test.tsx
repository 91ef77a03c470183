import { type CallInput, type Notification, PostStatus } from '@stoa/contract'
import { exampleId, exampleNotification, examplePost, exampleThread } from '@stoa/contract/fixtures'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

// Preloaded, so that loading doesn't count toward the tests' time.
beforeAll(() => import('./member-tools.tsx'))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const post = examplePost({ status: PostStatus.published })
const shownPost = { id: post.id, slugUrl: post.slugUrl, title: post.title, articleUrl: null }
const [visibleComment] = exampleThread()
const about = (commentId: string, changes: Partial<Notification> = {}) =>
  exampleNotification({ post: shownPost, comment: { id: commentId, parentCommentId: null }, ...changes })

/** Opens the forum at an address, with `unread` notifications left after some are marked. */
function open(notifications: Notification[], { path = `/bbs/FORUM/community/${post.slugUrl}`, unread = 0 } = {}) {
  const notificationList = vi.fn(() => ({ items: notifications, cursor: null, hasMore: false }))
  const notificationRead = vi.fn((_: CallInput<'notificationRead'>) => ({
    unread: { notifications: unread, unseen: 0 },
  }))
  const callResponses = { notificationList, notificationRead }
  render(<ForumAt path={path} post={post} notifications={notifications} callResponses={callResponses} />)
  return callResponses
}

test('a visible thread marks its unread notifications as read', async () => {
  const newest = about(visibleComment?.id ?? '')
  const elsewhere = exampleNotification({ post: { ...shownPost, id: exampleId(99, 'p') } })
  const { notificationList, notificationRead } = open([newest, about(exampleId(98, 'c')), elsewhere])
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(1))
  expect(notificationRead).toHaveBeenCalledWith({ notificationIds: [newest.id], until: newest.at })
  expect(notificationList).toHaveBeenCalledTimes(1)
  expect(notificationList).toHaveBeenCalledWith({ tab: 'unread', limit: 3 })
})

test('nothing is sent while the tab is hidden, only once it is visible', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { notificationList, notificationRead } = open([about(visibleComment?.id ?? '')])
  await waitFor(() => expect(hidden).toHaveBeenCalled())
  expect(notificationList).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(1))
})

test('nothing is sent without a thread or unread notifications', async () => {
  const feed = open([about(visibleComment?.id ?? '')], { path: '/bbs/FORUM' })
  const read = open([about(visibleComment?.id ?? '', { read: true })])
  // A screen opened later is handled later.
  const last = open([about(visibleComment?.id ?? '')])
  await waitFor(() => expect(last.notificationRead).toHaveBeenCalledTimes(1))
  for (const { notificationList } of [feed, read]) expect(notificationList).not.toHaveBeenCalled()
})

test('it checks again when the number of unread ones grows', async () => {
  const { notificationList, notificationRead } = open([about(visibleComment?.id ?? '')], { unread: 2 })
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(2))
  expect(notificationList).toHaveBeenLastCalledWith({ tab: 'unread', limit: 2 })
})

test('after a refusal it retries after a long pause, doubled each time, until the thread is left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const callResponses = open([about(visibleComment?.id ?? '')])
  callResponses.notificationRead.mockImplementation(() => {
    throw new Error('refused')
  })
  const { notificationList, notificationRead } = callResponses
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(1))
  const callsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return [notificationList.mock.calls.length, notificationRead.mock.calls.length]
  }
  expect(await callsAfter(25_000)).toEqual([1, 1])
  expect(await callsAfter(10_000)).toEqual([2, 2])
  expect(await callsAfter(50_000)).toEqual([2, 2])
  expect(await callsAfter(15_000)).toEqual([3, 3])
  cleanup()
  expect(await callsAfter(600_000)).toEqual([3, 3])
})
