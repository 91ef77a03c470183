import { expect, forumUrl, test } from '../support/harness.ts'

const title = 'A library of things that are not books'

test('a visitor finds a post by two words from the header, by keyboard', async ({ page }) => {
  await page.goto(forumUrl)
  const field = page.getByRole('banner').locator('input[name=q]')
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 500 })
  }).toPass()
  await field.fill('')
  await page.keyboard.type('library books')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bbs\/search\?q=library\+books/)
  const hit = page.getByRole('main').getByRole('link', { name: title })
  await expect(hit.first()).toBeVisible()

  await page.getByRole('main').locator('summary', { hasText: 'Relevance' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Newest', exact: true }).click()
  await expect(page).toHaveURL(/sort=new/)
  await hit.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a comment hit opens the comment', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/search/comments?q=sewing+machine`)
  await page.locator('.stoa-app-main a[href*="/comment/"]').first().click()
  await expect(page).toHaveURL(/\/comment\//)
  await expect(page.getByText('Put me down for the sewing machine.').first()).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form works', async ({ page }) => {
    await page.goto(forumUrl)
    const field = page.getByRole('banner').locator('input[name=q]')
    await field.fill('library books')
    await field.press('Enter')
    await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  })
})
