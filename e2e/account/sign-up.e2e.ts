import { expect, forumUrl, makeAccount, PASSWORD, signInAs, signOut, test, waitForLive } from '../support/harness.ts'

test('a visitor creates an account and stays signed in after a reload', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/singup?next=%2Fbbs%2Fpicker`)
  await page.getByLabel('Username').fill('settler_max')
  await page.getByLabel('Email').fill('settler_max@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${forumUrl}/bbs/picker`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('when the response to a sign-up is lost, pressing again signs in and the name isn’t reported as taken', async ({
  page,
  complaints,
}) => {
  await page.goto(`${forumUrl}/bbs/singup?next=%2Fbbs%2Fpicker`)
  // The server handles the request, but the browser never gets the response.
  await page.route('**/api/auth/signUp', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel('Username').fill('settler_lost')
  await page.getByLabel('Email').fill('settler_lost@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  await expect(page.getByText(/^Couldn’t reach the server/)).toBeVisible()
  await page.unroute('**/api/auth/signUp')
  await create.click()
  await expect(page).toHaveURL(`${forumUrl}/bbs/picker`)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  complaints.length = 0
})

test('a member signs in, returns to the page they were reading, and signs out again', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/GARDEN`)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${forumUrl}/bbs/login?next=%2Fbbs%2FGARDEN`)
  await page.getByLabel('Username or email').fill('demo_dov')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${forumUrl}/bbs/GARDEN`)
  await signOut(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('signing out applies to every tab, and no tab tries to refresh the ended session', async ({ page, context }) => {
  await signInAs(context, 'demo_dov')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    const live = waitForLive(tab)
    await tab.goto(`${forumUrl}/bbs/GARDEN`)
    await expect(tab.getByRole('button', { name: 'Your account' })).toBeVisible()
    await live
  }
  await signOut(page)
  // A refused request would be logged.
  for (const tab of [page, other])
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await other.waitForTimeout(500)
})

test('a wrong password is reported, and the name stays', async ({ page, complaints }) => {
  await page.goto(`${forumUrl}/bbs/login`)
  await page.getByLabel('Username or email').fill('demo_cleo')
  await page.getByLabel('Password', { exact: true }).fill('Not-this-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Wrong username or password.')).toBeVisible()
  await expect(page.getByLabel('Username or email')).toHaveValue('demo_cleo')
  // The browser logs the 401.
  complaints.length = 0
})

test('a non-member is asked to join, and then the intended action is completed', async ({ page, context }) => {
  await makeAccount(context.request, 'settler_una')
  await signInAs(context, 'settler_una')
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.getByRole('link', { name: 'What should the square get first?' }).first().click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const option = page.getByRole('button', { name: /^Better light/ })
  await option.click()
  await expect(option).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(option).toHaveAttribute('aria-pressed', 'true')
})
