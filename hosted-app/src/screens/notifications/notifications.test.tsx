import { StoaError } from '@stoa/client'
import type { Notification } from '@stoa/contract'
import { exampleNotification, exampleNotifications } from '@stoa/contract/fixtures'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import { notificationPath } from './notification-text.tsx'

// Preloaded, so that loading doesn't count toward the tests' time.
beforeAll(() => import('./notifications-page.tsx'))
const show = (content: ForumContent & { path?: string } = {}) =>
  render(<ForumAt path="/bbs/notifications" notifications={exampleNotifications()} unseen={3} {...content} />)
const items = () => within(screen.getByRole('main')).getAllByRole('listitem')
const findItems = async () => within(await screen.findByRole('main')).findAllByRole('listitem')
const unreadItems = () => items().filter((item) => item.hasAttribute('data-unread'))
const refuse = () => {
  throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
}
async function choose(item: HTMLElement, name: string): Promise<void> {
  await userEvent.click(within(item).getByRole('button', { name: 'More actions for this notification' }))
  await userEvent.click(await within(item).findByRole('menuitem', { name }))
}

test('what waits for a moderator leads to the queue; a new role names who gave it', async () => {
  const none = { post: null, comment: null, excerpt: '' }
  const decision = { action: 'moderatorAdded' as const, by: 'community' as const, reason: '' }
  show({
    notifications: [
      exampleNotification({ ...none, kind: 'queue', actors: [], actorCount: 0, count: 3 }),
      exampleNotification({ ...none, kind: 'overdue', actors: [], actorCount: 0, overdue: 2 }),
      exampleNotification({ ...none, kind: 'role', decision }),
    ],
  })
  const queue = await screen.findByRole('link', { name: /3 new items to review in The Forum/ })
  expect(queue.getAttribute('href')).toBe('/bbs/FORUM/tab/reports')
  const overdue = screen.getByRole('link', { name: /2 items have waited for three days in The Forum/ })
  expect(overdue.getAttribute('href')).toBe('/bbs/FORUM/tab/reports')
  expect(screen.getByRole('link', { name: /made you a moderator in The Forum/ })).toBeTruthy()
})

test('describes events in plain sentences, grouped', async () => {
  show()
  await findItems()
  const sentences = items().map((item) => item.querySelector('.stoa-notification-text'))
  expect(sentences.map((sentence) => sentence?.textContent)).toEqual([
    'River Otter replied to you in “Who mends the footbridge?”',
    'Winter Wren, Grey Heron, Mira Demo, and 4 others mentioned you in “Who mends the footbridge?”',
    'Grey Heron and Otto Demo follow you',
    'Mira Demo posted “Who mends the footbridge?”',
    '3 new posts by Otto Demo',
    'Grey Heron posted “Who mends the footbridge?” in The Forum',
    '4 new posts in The Forum by Mira Demo and Otto Demo',
    'Otto Demo commented on “Who mends the footbridge?”, which you watch',
    'You wanted to be reminded of “Who mends the footbridge?”',
    'Moderators in The Forum hid your comment',
    'Moderators in The Forum approved your post “Who mends the footbridge?”',
    'Someone replied to you in “Who mends the footbridge?”',
    'An administrator turned off your two-step verification',
  ])
  expect(screen.getByText('Spam').parentElement?.textContent).toBe('Reason: Spam')
  expect(unreadItems()).toHaveLength(3)
})

test('several new posts are named, at most two of them', async () => {
  const posts = { kind: 'newPost', comment: null } as const
  show({
    notifications: [
      exampleNotification({ ...posts, count: 5, titles: ['Ducks', 'Geese'] }),
      exampleNotification({ ...posts, count: 2, titles: ['Ducks', 'Geese'] }),
      exampleNotification({ ...posts, count: 3, titles: ['Ducks'] }),
    ],
  })
  await findItems()
  expect([...document.querySelectorAll('.stoa-notification-titles')].map(({ textContent }) => textContent)).toEqual([
    '“Ducks”, “Geese”, and 3 more',
    '“Ducks” and “Geese”',
    '“Ducks” and 2 more',
  ])
})

test('only unread notifications that were not seen yet have a dot, as the badge counts them', async () => {
  show({ notifications: [exampleNotification(), exampleNotification({ seen: true })] })
  await findItems()
  expect(unreadItems()).toHaveLength(2)
  expect(items().map((item) => item.hasAttribute('data-new'))).toEqual([true, false])
  await choose(items()[0] as HTMLElement, 'Mark as read')
  expect(document.querySelector('[data-new]')).toBeNull()
})

test('a reporter is notified that the content was restored', async () => {
  const decision = { action: 'reportUpheld' as const, by: 'community' as const, reason: '', reversed: true }
  show({ notifications: [exampleNotification({ kind: 'moderation', actors: [], actorCount: 0, decision })] })
  const item = await within(await screen.findByRole('main')).findByRole('listitem')
  expect(item.querySelector('.stoa-notification-text')?.textContent).toBe(
    'Moderators in The Forum acted on your report about a comment in “Who mends the footbridge?”, and later reversed that decision',
  )
})

test('each links to its target', () => {
  const [reply, , follow, post, posts, ofCommunity, all, , approved] = exampleNotifications() as [
    ...Notification[],
  ] as Notification[]
  const paths = [reply, follow, post, posts, ofCommunity, all, approved].map((one) => one && notificationPath(one))
  expect(paths).toEqual([
    `/bbs/thread/${reply?.comment?.id}`,
    '/author/grey_heron',
    '/bbs/FORUM/the-footbridge',
    '/author/otto-demo',
    '/bbs/FORUM/the-footbridge',
    '/bbs/FORUM?sort=new',
    '/bbs/FORUM/the-footbridge',
  ])
})

test('the badge counts new notifications, and disappears when the list is opened', async () => {
  const notificationViewed = vi.fn(() => ({ unread: { notifications: 3, unseen: 0 } }))
  const notifications = exampleNotifications()
  show({ path: '/bbs/picker', notifications, callResponses: { notificationViewed } })
  await userEvent.click(await screen.findByRole('link', { name: 'Notifications, 3 new' }))
  expect(await screen.findByRole('link', { name: 'Notifications' })).toBeTruthy()
  await waitFor(() => expect(notificationViewed).toHaveBeenCalledTimes(1))
  // Notifications later than the shown ones stay new.
  const until = Math.max(...notifications.map(({ at }) => at))
  expect(notificationViewed).toHaveBeenCalledWith({ until })
  expect(unreadItems()).toHaveLength(3)
})

test('a visitor has no bell, and signs in to see the list', async () => {
  show({ viewer: null })
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to see your notifications' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Notifications/ })).toBeNull()
})

test('opening or its menu marks one as read, and an error leaves it unread', async () => {
  const notificationRead = vi.fn(() => ({ unread: { notifications: 1, unseen: 0 } }))
  const notifications = exampleNotifications()
  show({ notifications, callResponses: { notificationRead } })
  const [first] = await waitFor(unreadItems)
  await choose(first as HTMLElement, 'Mark as read')
  expect(unreadItems()).toHaveLength(2)
  // Later additions to it stay unread.
  const { id, at } = notifications[0] as Notification
  expect(notificationRead).toHaveBeenLastCalledWith({ notificationIds: [id], until: at })
  const [second] = unreadItems()
  // Ctrl opens it in a new window, and the list stays.
  fireEvent.click(within(second as HTMLElement).getByRole('link'), { ctrlKey: true })
  expect(notificationRead).toHaveBeenCalledTimes(2)
  // So does the middle button; the context menu opens nothing yet.
  const [third] = unreadItems()
  const link = within(third as HTMLElement).getByRole('link')
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 2 }))
  expect(notificationRead).toHaveBeenCalledTimes(2)
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  expect(notificationRead).toHaveBeenCalledTimes(3)
  cleanup()
  show({ callResponses: { notificationRead: refuse } })
  const [other] = await waitFor(unreadItems)
  await choose(other as HTMLElement, 'Mark as read')
  await waitFor(() => expect(unreadItems()).toHaveLength(3))
})

test('all up to the newest shown one are marked as read', async () => {
  const notificationRead = vi.fn(() => ({ unread: { notifications: 0, unseen: 0 } }))
  const items = exampleNotifications()
  show({ notifications: items, callResponses: { notificationRead } })
  await waitFor(unreadItems)
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(unreadItems()).toHaveLength(0)
  const until = Math.max(...items.map(({ at }) => at))
  expect(notificationRead).toHaveBeenCalledWith({ all: true, until })
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' }).disabled).toBe(true),
  )
})

test('one is dismissed: the next one gets focus; an error restores it', async () => {
  show()
  await findItems()
  const [first, second] = items()
  await choose(first as HTMLElement, 'Delete')
  expect(await screen.findByText('Deleted.')).toBeTruthy()
  expect(document.activeElement).toBe(within(second as HTMLElement).getByRole('link'))
  expect(items()).toHaveLength(12)
  cleanup()
  show({ calls: { notificationDelete: 'fails' } })
  await findItems()
  await choose(items()[0] as HTMLElement, 'Delete')
  await waitFor(() => expect(items()).toHaveLength(13))
  expect(screen.queryByText('Deleted.')).toBeNull()
})

test('the unread tab, and empty states', async () => {
  show({ path: '/bbs/notifications/unread' })
  await waitFor(() => expect(items()).toHaveLength(3))
  cleanup()
  show({ path: '/bbs/notifications/unread', notifications: [exampleNotification({ read: true })] })
  expect(await screen.findByText('You’re all caught up')).toBeTruthy()
  cleanup()
  show({ notifications: [] })
  expect(await screen.findByText('No notifications yet')).toBeTruthy()
})

test('a failed list can be retried', async () => {
  const notificationList = vi
    .fn(() => ({ items: [exampleNotification()], cursor: null, hasMore: false }))
    .mockImplementationOnce(refuse)
  show({ callResponses: { notificationList } })
  expect(await screen.findByText('Couldn’t load your notifications')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/replied to you/)).toBeTruthy()
})

test('when none of the newest are visible, older ones can be loaded', async () => {
  const notificationList = vi.fn(({ cursor }: { cursor?: string }) => ({
    items: cursor === 'last' ? [exampleNotification()] : [],
    cursor: cursor === 'last' ? null : cursor ? 'last' : 'next',
    hasMore: cursor !== 'last',
  }))
  show({ callResponses: { notificationList: notificationList as never } })
  expect(await findItems()).toHaveLength(1)
  cleanup()
  // After reloading from the start, loading more requires a press.
  show({ callResponses: { notificationList: notificationList.mockImplementationOnce(refuse) as never } })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This notification is no longer available')).toBeTruthy()
  expect(screen.queryByText('No notifications yet')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await findItems()).toHaveLength(1)
  expect(screen.queryByText('This notification is no longer available')).toBeNull()
})

test('a longer list grows in its address', async () => {
  const notificationList = vi.fn(({ cursor }: { cursor?: string }) => ({
    items: [exampleNotification()],
    cursor: cursor ? null : 'next',
    hasMore: !cursor,
  }))
  show({ callResponses: { notificationList: notificationList as never } })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(items()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test.each([
  ['publicationFailed', 'Couldn’t publish “Ducks”. It’s back in your drafts.'],
  ['publicationHeld', '“Ducks” is waiting for approval before it’s published'],
] as const)('of a post that was to publish itself it says what became of it: %s', async (action, text) => {
  const items = [
    exampleNotification({
      kind: 'moderation',
      actors: [],
      actorCount: 0,
      post: { id: 'p'.repeat(20), slugUrl: 'ducks', title: 'Ducks', articleUrl: null },
      decision: { action, by: 'community', reason: '' },
    }),
  ]
  show({ callResponses: { notificationList: () => ({ items, cursor: null, hasMore: false }) } })
  expect((await within(await screen.findByRole('main')).findByRole('listitem')).textContent).toContain(text)
})

test('titles and quotes have their language; the sentence around is the page’s', async () => {
  const { post } = exampleNotification()
  const title = 'מי בא לים בשבת?'
  show({ notifications: [exampleNotification({ post: post && { ...post, title }, excerpt: 'אני באה' })] })
  const [item] = await findItems()
  const written = [...(item?.querySelectorAll<HTMLElement>('[lang]') ?? [])]
  expect(written.map(({ textContent, dir, lang }) => [textContent, dir, lang])).toEqual([
    [title, 'auto', 'he'],
    ['אני באה', 'auto', 'he'],
  ])
  expect(item?.querySelector('.stoa-notification-text')?.hasAttribute('dir')).toBe(false)
})
