import type { Locator } from '@playwright/test'
import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

/** A comment that the server has: until then it says that it is being sent, and reloading would stop that. */
async function expectSent(comment: Locator): Promise<void> {
  await expect(comment).toHaveCount(1)
  await expect(comment.locator('time').first()).toBeVisible()
}

test.beforeEach(async ({ page, context }) => {
  await signInAs(context, 'demo_emi')
  await page.goto(`${forumUrl}/bbs/FORUM?sort=top`)
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('a member comments, and the comment is there after a reload', async ({ page }) => {
  await page.getByLabel('Write a comment').fill('I have a ladder nobody is allowed on.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('article', { name: 'Comment by Emi Hazel' }).filter({ hasText: 'a ladder nobody' })
  await expectSent(mine)
  await page.reload()
  await expect(mine).toHaveCount(1)
})

test('a member likes a comment, and the like is there after a reload', async ({ page }) => {
  const thumb = page.getByRole('article', { name: 'Comment by Hana Weir' }).getByRole('button', { name: /^Like/ })
  await expect(thumb).toHaveAccessibleName('Like, 1 person')
  await thumb.click()
  await expect(thumb).toHaveAttribute('aria-pressed', 'true')
  await expect(thumb).toHaveAccessibleName('Like, 2 people')
  await page.reload()
  await expect(thumb).toHaveAttribute('aria-pressed', 'true')
  await expect(thumb).toHaveAccessibleName('Like, 2 people')
})

test('a member replies', async ({ page }) => {
  const comment = page.getByRole('article', { name: 'Comment by Ben Alderway' })
  await comment.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByLabel('Write a reply to Ben Alderway').fill('One of them will be the better one.')
  await page.getByLabel('Write a reply to Ben Alderway').press('Control+Enter')
  const reply = page.getByRole('article', { name: 'Comment by Emi Hazel' }).filter({ hasText: 'the better one' })
  await expectSent(reply)
  await page.reload()
  await expect(reply).toHaveCount(1)
})

test('a member edits a comment; Escape asks before discarding', async ({ page }) => {
  await page.getByLabel('Write a comment').fill('A kettle, two cups.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('article', { name: 'Comment by Emi Hazel' }).filter({ hasText: 'two cups' })
  await mine.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const box = page.getByLabel('Edit your comment')
  await box.fill('A kettle, three cups.')
  await box.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(box).toHaveValue('A kettle, three cups.')
  await page.getByRole('button', { name: 'Save' }).click()
  const changed = page.getByRole('article', { name: 'Comment by Emi Hazel' }).filter({ hasText: 'three cups' })
  await expect(changed).toContainText('edited')
})

test('a member deletes a comment and restores it', async ({ page }) => {
  await page.getByLabel('Write a comment').fill('I regret this already.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('article', { name: 'Comment by Emi Hazel' }).filter({ hasText: 'I regret this' })
  await mine.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('You deleted this comment.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('You deleted this comment.')).toHaveCount(0)
  await expect(mine).toHaveCount(1)
})

test('a comment’s own address shows it with its context', async ({ page }) => {
  await page.getByRole('article', { name: 'Comment by Ben Alderway' }).locator('time').first().click()
  await expect(page).toHaveURL(/\/comment\/\w{20}$/)
  await expect(page.getByText('You’re viewing a linked comment.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Comment by Ben Alderway' })).toBeInViewport()
  await page.getByRole('link', { name: 'Show all comments' }).click()
  await expect(page).not.toHaveURL(/\/comment\//)
})

test('the order of comments is part of the address and survives reload and back', async ({ page, request }) => {
  const comments = page.getByRole('article', { name: /^Comment by/ })
  const commentIds = () => comments.evaluateAll((all) => all.map((one) => one.getAttribute('data-comment')))
  const orders = page.getByRole('group', { name: 'Sort comments' })
  const order = orders.getByRole('button', { name: 'New' })
  await comments.first().waitFor()
  const top = await commentIds()
  await order.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?sort=new$/)
  await expect.poll(commentIds).not.toEqual(top)
  await expect(order).toBeFocused()
  const newest = await commentIds()
  const html = await (await request.get(page.url())).text()
  const positions = newest.map((id) => html.indexOf(`data-comment="${id}"`))
  expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  expect(positions[0]).toBeGreaterThan(0)

  await page.reload()
  await expect(order).toHaveAttribute('aria-pressed', 'true')
  expect(await commentIds()).toEqual(newest)
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(order).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(commentIds).toEqual(top)
  await page.goForward()
  await expect(order).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(commentIds).toEqual(newest)
})
