import { expect, forumUrl, signInAs, test, waitForOwnChoices } from '../support/harness.ts'

const address = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`

test('when the editor’s code can’t be loaded, an error shows, and the text survives "Try again" and a reload', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_cleo')
  await page.route('**/assets/writer-tools-*.js', (route) => route.abort('internetdisconnected'))
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const box = page.getByLabel('Write a comment')
  await box.fill('Typed in a tunnel.')
  const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t load this part.' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(notice).toBeVisible()

  // The code that restores drafts is in the same file.
  await page.unroute('**/assets/writer-tools-*.js')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(box).toHaveValue('Typed in a tunnel.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('article', { name: 'Comment by Cleo Marsh' })
  await expect(mine.filter({ hasText: 'Typed in a tunnel.' })).toHaveCount(1)
  await expect(page.getByText(/dynamically imported/)).toHaveCount(0)
  complaints.length = 0
})

test('an action whose code can’t be loaded reports it, and works when pressed again', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_cleo')
  // It may also be loaded ahead.
  await page.route('**/assets/mutations-*.js', (route) => route.abort('internetdisconnected'))
  const ownChoices = waitForOwnChoices(page)
  await page.goto(address)
  await ownChoices
  await page.waitForLoadState('networkidle')
  const like = page.locator('.stoa-post-footer').getByRole('button', { name: /^Like/ })
  const before = await like.getAttribute('aria-pressed')
  await like.click()
  await expect(page.getByText(/^Couldn’t load part of this page\. Check your connection/)).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', String(before))
  await page.unroute('**/assets/mutations-*.js')
  await like.click()
  await expect(like).not.toHaveAttribute('aria-pressed', String(before))
  complaints.length = 0
})

test('a tab that was open during an upgrade loads the new build with the next page, once', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_cleo')
  // The files of the page's build no longer exist. Some are loaded ahead.
  await page.route('**/assets/mutations-*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const mark = () => page.evaluate(() => Object.assign(window, { isOld: true }))
  const isOld = () => page.evaluate(() => 'isOld' in window)
  await mark()
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.locator('.stoa-post-footer').getByRole('button', { name: /^Like/ }).click()
  await expect(page.getByText('A new version of this site is available.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(`${forumUrl}/`)
  await expect.poll(isOld).toBe(false)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await mark()
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await mark()
  await page.getByRole('link', { name: 'What should the square get first?' }).first().click()
  await expect(page).toHaveURL(/what-should-the-square/)
  expect(await isOld()).toBe(true)
  complaints.length = 0
})
