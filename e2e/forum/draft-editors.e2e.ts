import { articleUrl, expect, forumUrl, signInAs, test, waitForHydration, widgetOf } from '../support/harness.ts'

const address = `${forumUrl}/bbs/FORUM/community/a-library-of-things-that-are-not-books`

test('an unfinished reply and edit are open again after a reload, and the page doesn’t scroll', async ({
  page,
  context,
}) => {
  await signInAs(context, 'demo_emi')
  await page.setViewportSize({ width: 1000, height: 500 })
  await page.goto(address)
  await page.getByLabel('Write a comment').fill('Mine, to be changed.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('article', { name: 'Comment by Emi Hazel' }).filter({ hasText: 'Mine, to be changed.' })
  await expect(mine.getByRole('button', { name: /^More actions/ })).toBeVisible()
  await mine.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Mine, half changed')
  const theirs = page.getByRole('article', { name: 'Comment by Ben Alderway' })
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click()
  const reply = page.getByLabel('Write a reply to Ben Alderway')
  await reply.fill('Half a reply')
  await reply.scrollIntoViewIfNeeded()
  await page.reload()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Mine, half changed')
  await expect(reply).toHaveValue('Half a reply')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await expect(reply).toBeInViewport()

  // A reply that was closed stays closed, with its text kept.
  await theirs.getByRole('button', { name: 'Cancel' }).click()
  await expect(reply).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('Mine, half changed')
  await expect(reply).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(reply).toHaveValue('Half a reply')
})

test('an unfinished reply in an article is open again after a reload', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  const comment = widget.getByRole('article').filter({ has: page.getByRole('button', { name: 'Reply', exact: true }) })
  await comment.first().getByRole('button', { name: 'Reply', exact: true }).click()
  const reply = widget.getByLabel(/^Write a reply to/)
  await reply.fill('Half a reply in an article')
  await page.reload()
  await expect(reply).toHaveValue('Half a reply in an article')
})
