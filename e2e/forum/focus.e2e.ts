import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, signInAs, test } from '../support/harness.ts'

/** Describes the focused element, which must never be the body. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement === document.body ? 'lost' : (activeElement?.tagName.toLowerCase() ?? 'lost')
  })
const expectFocus = (page: Page, tag: string) => expect.poll(() => focusOf(page)).toBe(tag)

test('focus is never lost while writing, editing, restoring and loading more by keyboard', async ({
  page,
  context,
  request,
}) => {
  await signInAs(context, 'demo_emi')
  await page.goto(`${forumUrl}/bbs/FORUM?sort=top`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()

  // The posts of a feed; after the last page the button disappears.
  await page.keyboard.press('j')
  await expect(page.locator('.stoa-card').first().locator('.stoa-card-title a')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.locator('.stoa-card').first().locator('.stoa-card-title a')).toBeFocused()
  const more = page.getByText('Load more posts')
  while (await more.isVisible()) {
    const cardCount = await page.locator('.stoa-card').count()
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.stoa-card')).not.toHaveCount(cardCount)
  }
  await expect.poll(() => focusOf(page)).not.toBe('lost')

  // A reply: canceled, then sent.
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  const comment = page.getByRole('article', { name: 'Comment by Ben Alderway' })
  const reply = comment.getByRole('button', { name: 'Reply', exact: true }).first()
  await reply.press('Enter')
  const box = page.getByLabel('Write a reply to Ben Alderway')
  await expect(box).toBeFocused()
  await expect(comment.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  await comment.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(reply).toBeFocused()
  await reply.press('Enter')
  await box.fill('I keep looking for where I am.')
  await comment.getByRole('button', { name: 'Reply', exact: true }).last().press('Enter')
  const mine = page.getByRole('article', { name: /by Emi Hazel/ }).filter({ hasText: 'where I am' })
  await expect(mine).toBeFocused()

  // An edit: canceled, then saved.
  for (const end of ['Cancel', 'Save']) {
    await mine.getByRole('button', { name: /^More actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const edit = page.getByLabel('Edit your comment')
    await expect(edit).toBeFocused()
    const isAtEnd = () => edit.evaluate((area: HTMLTextAreaElement) => area.selectionStart === area.value.length)
    await expect.poll(isAtEnd).toBe(true)
    await page.keyboard.type(' Still.')
    await expect(edit).toHaveValue(/where I am\. Still\.$/)
    await mine.getByRole('button', { name: end }).press('Enter')
    if (end === 'Cancel') await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(edit).toHaveCount(0)
    await expectFocus(page, 'article')
  }

  const replyToCommentId = await mine.getAttribute('data-comment')
  const slug = new URL(page.url()).pathname.split('/').at(-1)

  // Deleted and restored.
  await mine.getByRole('button', { name: /^More actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).press('Enter')
  await mine.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(mine.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expectFocus(page, 'article')

  // A post with a poll.
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByRole('button', { name: 'Add a poll' }).press('Enter')
  await expect(page.getByLabel('Option 1')).toBeFocused()
  await page.getByRole('button', { name: 'Remove the poll' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add a poll' })).toBeFocused()

  // Notifications.
  const dov = await apiAs(request, 'demo_dov')
  const { post } = await dov.read<{ post: { id: string } }>(`posts/${slug}?tokenName=FORUM`)
  const input = { tokenName: 'FORUM', postId: post.id, content: 'Here you are.', replyToCommentId }
  await dov.call('comment/create', input)
  await page.goto(`${forumUrl}/bbs/notifications`)
  // Wait for the reply's own notification: a later one would be unread again.
  await expect(page.locator('.stoa-notification').getByText('Here you are.')).toBeVisible()
  const readAll = page.getByRole('button', { name: 'Mark all as read' })
  await expect(readAll).toBeEnabled()
  await readAll.press('Enter')
  await expect(readAll).toBeDisabled()
  await expectFocus(page, 'ul')
})

test('a member switches to another community by keyboard', async ({ page, context }) => {
  await signInAs(context, 'demo_ada')
  await page.setViewportSize({ width: 900, height: 700 })
  await page.goto(`${forumUrl}/bbs/FORUM`)
  const switcher = page.locator('summary', { hasText: 'Switch community' })
  await expect(switcher).toContainText('Lower Mill Commons')
  await switcher.focus()
  await page.keyboard.press('Enter')
  const other = page.getByRole('navigation', { name: 'Communities' }).getByRole('link', { name: /The Allotment Table/ })
  await expect(other).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(other).toBeHidden()
  await expect(switcher).toBeFocused()
  await page.keyboard.press('Enter')
  while (!(await other.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'The Allotment Table' })).toBeVisible()
  await expect(other).toBeHidden()
  await expect(switcher).toContainText('The Allotment Table')
  await expect(page.getByRole('main')).toBeFocused()
})
