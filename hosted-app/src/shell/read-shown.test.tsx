import { type CallInput, type Notification, PostStatus } from '@stoa/contract'
import { exampleId, exampleNotification, examplePost, exampleThread } from '@stoa/contract/fixtures'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt } from '../testing/forum-at.tsx'

// Fetched when somebody is signed in: not what is timed here.
beforeAll(() => import('./member-tools.tsx'))
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const post = examplePost({ status: PostStatus.published })
const place = { id: post.id, slugUrl: post.slugUrl, title: post.title, articleUrl: null }
const [shown] = exampleThread()
const about = (commentId: string, changes: Partial<Notification> = {}) =>
  exampleNotification({ post: place, comment: { id: commentId, parentCommentId: null }, ...changes })

/** The forum at an address, where so many are `left` unread once some were read. */
function open(notifications: Notification[], { path = `/bbs/FORUM/community/${post.slugUrl}`, left = 0 } = {}) {
  const notificationList = vi.fn(() => ({ items: notifications, cursor: null, hasMore: false }))
  const notificationRead = vi.fn((_: CallInput<'notificationRead'>) => ({ unread: { notifications: left, unseen: 0 } }))
  const answers = { notificationList, notificationRead }
  render(<ForumAt path={path} post={post} notifications={notifications} answers={answers} />)
  return answers
}
const inTime = { timeout: 5000 }

test('a thread that is looked at marks as read what it shows, of all that is unread', async () => {
  const newest = about(shown?.id ?? '')
  const elsewhere = exampleNotification({ post: { ...place, id: exampleId(99, 'p') } })
  const { notificationList, notificationRead } = open([newest, about(exampleId(98, 'c')), elsewhere])
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(1), inTime)
  expect(notificationRead).toHaveBeenCalledWith({ notificationIds: [newest.id], until: newest.at })
  expect(notificationList).toHaveBeenCalledTimes(1)
  expect(notificationList).toHaveBeenCalledWith({ tab: 'unread', limit: 3 })
})

test('while the tab is hidden nothing is asked, and once it is seen it is', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { notificationList, notificationRead } = open([about(shown?.id ?? '')])
  await waitFor(() => expect(hidden).toHaveBeenCalled(), inTime)
  expect(notificationList).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(1), inTime)
})

test('nothing is asked where no thread is shown, or nothing is unread', async () => {
  const feed = open([about(shown?.id ?? '')], { path: '/bbs/FORUM' })
  const read = open([about(shown?.id ?? '', { read: true })])
  // What begins later is asked later.
  const last = open([about(shown?.id ?? '')])
  await waitFor(() => expect(last.notificationRead).toHaveBeenCalledTimes(1), inTime)
  for (const { notificationList } of [feed, read]) expect(notificationList).not.toHaveBeenCalled()
})

test('when more is unread than before it is looked for once more', async () => {
  const { notificationList, notificationRead } = open([about(shown?.id ?? '')], { left: 2 })
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(2), inTime)
  expect(notificationList).toHaveBeenLastCalledWith({ tab: 'unread', limit: 2 })
})

test('what is refused is asked anew after a long pause, twice as long after each refusal, and not once the thread is left', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = open([about(shown?.id ?? '')])
  answers.notificationRead.mockImplementation(() => {
    throw new Error('refused')
  })
  const { notificationList, notificationRead } = answers
  await waitFor(() => expect(notificationRead).toHaveBeenCalledTimes(1), inTime)
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
