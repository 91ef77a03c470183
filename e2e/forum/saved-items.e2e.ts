import type { Locator, Page } from '@playwright/test'
import {
  apiAs,
  articleUrl,
  expect,
  forumUrl,
  freshName,
  makeAccount,
  signInAs,
  signInWindow,
  test,
  waitForHydration,
  waitForLive,
  widgetOf,
} from '../support/harness.ts'

const address = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`

/** Chooses a menu item by keyboard. */
async function choose(page: Page, { menu, item }: { menu: Locator; item: Locator }): Promise<void> {
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(item).toBeVisible()
  for (let presses = 0; presses < 10; presses += 1) {
    if (await item.evaluate((element) => element.matches(':focus'))) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

test('a member saves a post and comments, in the forum and in an article, finds them again and removes one', async ({
  page,
  context,
  request,
}) => {
  const reader = freshName('keeper_of_words')
  await makeAccount(request, reader)
  await signInAs(context, reader)

  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const postMenu = (tab: Page) => tab.getByRole('button', { name: 'More actions for this post' })
  await choose(page, { menu: postMenu(page), item: page.getByRole('menuitem', { name: 'Save', exact: true }) })
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('Saved', { exact: true })).toBeVisible()
  await toasts.getByRole('button', { name: 'Remind me' }).click()
  await page
    .getByRole('dialog', { name: 'Remind me' })
    .getByRole('button', { name: /^Tomorrow morning/ })
    .click()
  await expect(toasts.getByText(/^You’ll be reminded/)).toBeVisible()
  await toasts.getByRole('button', { name: 'Dismiss' }).first().click()
  const first = page.getByRole('article', { name: /^Comment by/ }).first()
  const comment = (await first.locator('.stoa-comment-text').innerText()).split('\n')[0] ?? ''
  await first.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click()
  await expect(toasts.getByText('Saved', { exact: true })).toBeVisible()

  // In an article, the forum's window asks to sign in, and then the comment is saved.
  const article = await context.newPage()
  await article.goto(articleUrl)
  await waitForHydration(article)
  const widget = widgetOf(article)
    .getByRole('article', { name: /^Comment by/ })
    .first()
  const savedText = (await widget.locator('.stoa-comment-text').innerText()).split('\n')[0] ?? ''
  await widget.getByRole('button', { name: /^More actions/ }).click()
  await widgetOf(article).getByRole('menuitem', { name: 'Save', exact: true }).click()
  const popup = await signInWindow(article)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: new RegExp(`Continue as ${reader}`) }).click()
  await closing
  await expect(async () => {
    await widget.getByRole('button', { name: /^More actions/ }).click()
    await expect(widgetOf(article).getByRole('menuitem', { name: 'Remove from saved' })).toBeVisible({ timeout: 1000 })
  }).toPass()

  const second = await context.newPage()
  const live = waitForLive(second)
  await second.goto(address)
  await live
  await postMenu(second).click()
  await expect(second.getByRole('menuitem', { name: 'Remove from saved' })).toBeVisible()
  await second.keyboard.press('Escape')

  const { user } = await (await apiAs(request, reader)).read<{ user: { slugUrl: string } }>('me')
  await page.goto(`${forumUrl}/author/${user.slugUrl}`)
  await page.getByRole('main').getByRole('link', { name: 'Saved', exact: true }).click()
  const items = page.locator('[data-saved]')
  await expect(items).toHaveCount(3)
  await expect(items.nth(0)).toContainText(savedText)
  await expect(items.nth(1)).toContainText(comment)
  await expect(items.nth(2).getByRole('heading')).toHaveText(title)
  await expect(items.nth(2)).toContainText('Reminder')
  await expect(items.nth(1)).not.toContainText('Reminder')
  await items
    .nth(2)
    .getByRole('button', { name: /^Remove from saved/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(items).toHaveCount(2)
  await expect(items.nth(1).getByRole('button', { name: /^Remove from saved/ })).toBeFocused()
  await expect(page.getByText('Removed from saved')).toBeVisible()
  // The other tab is updated.
  await expect(async () => {
    await postMenu(second).click()
    await expect(second.getByRole('menuitem', { name: 'Save', exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()

  await page.reload()
  await expect(items).toHaveCount(2)
  await items.nth(1).getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: comment })).toBeVisible()
})
