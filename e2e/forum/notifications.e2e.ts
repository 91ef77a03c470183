import { apiAs, expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

const slug = 'what-should-the-square-get-first'

test('a follower, a reply and a mention: the badge shows them in both tabs, leads to the comment, and disappears', async ({
  browser,
  context,
  page,
}) => {
  for (const name of ['told_ida', 'telling_jon']) {
    await makeAccount(context.request, name)
    await (await apiAs(context.request, name)).call('community/join', { tokenName: 'FORUM', join: true })
  }
  const jon = await apiAs(context.request, 'telling_jon')
  const ida = await apiAs(context.request, 'told_ida')
  const { post } = await ida.read<{ post: { id: string } }>(`posts/${slug}?tokenName=FORUM`)
  const target = { tokenName: 'FORUM', postId: post.id, content: 'Where would the benches stand?' }
  const { comment } = await ida.call<{ comment: { id: string } }>('comment/create', target)

  await signInAs(context, 'told_ida')
  const second = await context.newPage()
  const badge = (tab: typeof page) =>
    tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })
  for (const tab of [page, second]) {
    const opened = tab.waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'))
    await tab.goto(`${forumUrl}/bbs/picker`)
    await expect(badge(tab)).toHaveAccessibleName('Notifications')
    await opened
  }

  // A visitor presses Follow, signs in, and follows.
  const theirs = await browser.newContext()
  const other = await theirs.newPage()
  await other.goto(`${forumUrl}/author/told_ida`)
  await expect(other.getByText('0 followers')).toBeVisible()
  await other.getByRole('button', { name: 'Follow', exact: true }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Username or email').fill('telling_jon')
  await dialog.getByLabel('Password', { exact: true }).fill('Stoa-demo-1')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  const following = other.getByRole('button', { name: /Following/ })
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByText('1 follower', { exact: false })).toBeVisible()
  await other.getByRole('link', { name: '1 follower' }).click()
  await expect(other.getByRole('main').getByRole('link', { name: 'telling_jon', exact: true })).toBeVisible()
  for (const tab of [page, second]) await expect(badge(tab)).toHaveAccessibleName('Notifications, 1 new')

  const reply = { ...target, content: '@told_ida in the shade, all of them.', taggedUsers: ['told_ida'] }
  await jon.call('comment/create', { ...reply, replyToCommentId: comment.id })
  for (const tab of [page, second]) await expect(badge(tab)).toHaveAccessibleName(/^Notifications, [23] new$/)

  await badge(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('link', { name: /telling_jon follows you/ })).toBeVisible()
  for (const tab of [page, second]) await expect(badge(tab)).toHaveAccessibleName('Notifications')
  const notification = page.getByRole('link', { name: /telling_jon replied to you in/ })
  await expect(notification).toContainText('in the shade, all of them.')
  await expect(page.locator('li[data-unread]').filter({ has: notification })).toHaveCount(1)

  // Opened by keyboard: it leads to the comment, and the other tab shows it as read.
  await second.goto(`${forumUrl}/bbs/notifications`)
  const line = second.getByRole('listitem').filter({ hasText: 'telling_jon replied to you in' })
  await expect(line).toHaveAttribute('data-unread', 'true')
  await notification.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/comment\/\w{20}\/reply\/\w{20}$/)
  await expect(page.locator('article[data-highlighted="true"]')).toContainText('in the shade, all of them.')
  await expect(line).not.toHaveAttribute('data-unread', 'true')

  // While the list is open, new notifications move nothing and show on request.
  await jon.call('comment/create', { ...target, content: 'And one by the well.', replyToCommentId: comment.id })
  await expect(second.getByRole('button', { name: 'Show new notifications' })).toBeVisible()
  await expect(second.getByText('And one by the well.')).toHaveCount(0)
  await second.getByRole('button', { name: 'Show new notifications' }).click()
  await expect(second.getByText('And one by the well.')).toBeVisible()
  await second.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(second.locator('li[data-unread]')).toHaveCount(0)
  await second.getByRole('link', { name: 'Unread' }).click()
  await expect(second.getByText('You’re all caught up')).toBeVisible()
  await theirs.close()
})
