import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ForumAt } from '../testing/forum-at.tsx'

test.each([
  [0, 'Notifications', /^Notifications/],
  [3, 'Notifications, 3 new', /^\(3\) Notifications/],
  [100, 'Notifications, 100 new', /^\(99\+\) Notifications/],
])('bell and title show the same number: %s', async (unseen, name, title) => {
  // Their own icon counts messages.
  const content = { unseen, unreadMessages: 2, calls: { notificationList: 'waits' } } as const
  render(<ForumAt path="/bbs/notifications" {...content} />)
  expect(await screen.findAllByRole('link', { name })).not.toHaveLength(0)
  await waitFor(() => expect(document.title).toMatch(title))
})
