import { enterAs, expect, forumUrl, test } from './harness.ts'

test('a member writes a post with a poll; the draft survives a reload', async ({ page, context }) => {
  await enterAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await page.getByLabel('Title').fill('Who takes the bench?')
  await page.getByLabel('Topic').selectOption({ label: 'Ideas' })
  await page.getByLabel('Text').fill('It stands in the rain.\n\nIt has done nothing wrong.')
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await page.getByLabel('Option 1').fill('The mill')
  await page.getByLabel('Option 2').fill('The school')

  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Who takes the bench?')
  await expect(page.getByLabel('Text')).toHaveValue('It stands in the rain.\n\nIt has done nothing wrong.')
  await expect(page.getByLabel('Option 2')).toHaveValue('The school')

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/who-takes-the-bench/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who takes the bench?')
  await expect(page.getByText('It has done nothing wrong.')).toBeVisible()
  await page.getByRole('button', { name: /^The school/ }).click()
  await expect(page.getByRole('button', { name: /^The school/ })).toHaveAttribute('aria-pressed', 'true')

  await page.goto(`${forumUrl}/bbs/FORUM/posts/create`)
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('a post without a title is not sent, and the field says so', async ({ page, context }) => {
  await enterAs(context, 'demo_faye')
  await page.goto(`${forumUrl}/bbs/GARDEN/posts/create`)
  await page.getByLabel('Text').fill('No title yet.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('This field is needed.').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Text')).toHaveValue('No title yet.')
})
