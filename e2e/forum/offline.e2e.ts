import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

const POST = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`
const FAILED = 'Couldn’t load this page'
const OFFLINE = 'You’re offline'

// Chromium logs failed requests.
test.afterEach(({ complaints }) => void complaints.splice(0))

test('a page that failed to load loads by itself once the connection is back', async ({ page, context }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'What should the square get first?' }).click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'What should the square get first?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: OFFLINE })).toHaveCount(0)
  await expect(page).toHaveURL(POST)
})

test('a page whose code failed to load while offline loads by itself, too', async ({ page, context }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Ada Fernhill', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: OFFLINE })).toHaveCount(0)
})

test('a line below the header shows that the next page is loading', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route(/\/(assets|api)\//, async (route) => {
    await response
    await route.continue()
  })
  const line = () =>
    page.locator('.stoa-app-header').evaluate((header) => getComputedStyle(header, '::after').animationName)
  expect(await line()).toBe('none')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect.poll(line).toBe('stoa-app-loading')
  respond()
  await expect(page.getByRole('link', { name: 'Ada Fernhill', exact: true }).first()).toBeVisible()
  await expect.poll(line).toBe('none')
})

test('“Try again” loads a page that failed while the browser was online', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  let isAway = true
  await page.route(/\/(assets|api)\//, (route) => (isAway ? route.abort('connectionrefused') : route.continue()))
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Ada Fernhill', exact: true }).first()).toBeVisible()
})

test('text typed before going offline is there when the page is back', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(POST)
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.fill('A bench first, then the rest')
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Commons|Forum/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: OFFLINE })).toHaveCount(0)
  await page.goBack()
  await expect(box).toHaveValue('A bench first, then the rest')
  await box.fill('')
})
