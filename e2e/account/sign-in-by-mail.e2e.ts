import type { Page } from '@playwright/test'
import { expect, forumUrl, makeAccount, PASSWORD, test } from '../support/harness.ts'
import { mailTo } from '../support/mails.ts'

/** Opens a post as a visitor, writes a comment, and requests a link in the dialog that sending opens. */
async function askForLink(page: Page, email: string, text: string) {
  await page.goto(`${forumUrl}/bbs/FORUM?sort=top`)
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  await page.getByLabel('Write a comment').fill(text)
  await page.getByRole('button', { name: 'Sign in and comment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username or email').fill(email)
  await dialog.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
}

test('a newcomer reads the email on another device, types its code, and the comment is sent', async ({ page }) => {
  const email = 'mail_ada@example.com'
  await askForLink(page, email, 'I carried it with my own hands.')
  const { code } = await mailTo(email)
  await page.getByLabel('6-digit code').pressSequentially(code)
  await expect(
    page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'I carried it with my own hands.' }),
  ).toHaveCount(1)
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('the link is opened in another tab, and the waiting tab continues by itself', async ({ page, context }) => {
  const email = 'mail_bea@example.com'
  await askForLink(page, email, 'The door opens inwards.')
  const { link } = await mailTo(email)
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Sign in here' }).click()
  // The link leads back to where it was requested.
  await expect(other).toHaveURL(/\/bbs\/FORUM\/community\//)
  await expect(other.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(
    page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'The door opens inwards.' }),
  ).toHaveCount(1)
})

test('a scanner that opens the link and runs its scripts doesn’t use it up; the user’s press does', async ({
  page,
  browser,
  complaints,
}) => {
  const email = 'mail_cleo@example.com'
  await askForLink(page, email, 'Perhaps.')
  const { link } = await mailTo(email)

  const scanner = await browser.newContext()
  for (const method of ['GET', 'HEAD', 'GET']) await scanner.request.fetch(link, { method })
  for (let visit = 0; visit < 2; visit += 1) {
    const opened = await scanner.newPage()
    await opened.goto(link, { waitUntil: 'networkidle' })
    await expect(opened.getByRole('button', { name: 'Sign in here' })).toBeEnabled()
    await opened.close()
  }
  expect(await scanner.cookies()).toEqual([])
  await scanner.close()

  const phone = await browser.newContext()
  const pressed = await phone.newPage()
  await pressed.goto(link)
  await pressed.getByRole('button', { name: 'Sign in here' }).click()
  await expect(pressed.getByRole('button', { name: 'Your account' })).toBeVisible()
  await pressed.goto('about:blank')
  await pressed.goto(link)
  await pressed.getByRole('button', { name: 'Sign in here' }).click()
  await expect(pressed.getByText(/has been used or has expired/)).toBeVisible()
  await expect(pressed.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  await phone.close()
  expect(complaints).toEqual([])
})

test('a forgotten password is reset by an emailed link, once', async ({ page, context, complaints }) => {
  const email = 'mail_dora@example.com'
  // The address is confirmed in the browser that signed up.
  await makeAccount(context.request, 'mail_dora')
  const confirm = await mailTo(email)
  await page.goto(confirm.link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()

  await page.goto(`${forumUrl}/bbs/login?next=%2Fbbs%2FGARDEN`)
  await page.getByLabel('Username or email').fill(email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/we’ve sent it a link/)).toBeVisible()
  const { link } = await mailTo(email, { count: 2 })
  const password = `${PASSWORD}-new`
  const choose = async () => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
  }
  await page.goto(link)
  await choose()
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(link)
  await choose()
  await expect(page.getByText(/has been used or has expired/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
  // The browser logs the 401.
  complaints.length = 0
})

test('an address is only confirmed by its own account: on another device its owner signs in, then presses it', async ({
  context,
  browser,
  complaints,
}) => {
  const email = 'mail_enno@example.com'
  await makeAccount(context.request, 'mail_enno')
  const { link } = await mailTo(email)
  const other = await browser.newContext()
  const page = await other.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^First sign in to the account that uses this address/)).toBeVisible()
  await page.getByLabel('Username or email').fill('mail_enno')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
  await other.close()
  complaints.length = 0
})

test('a link requested before hydration is sent, and the address isn’t put into the URL', async ({ page }) => {
  const email = 'mail_early@example.com'
  let release = () => {}
  const untilRelease = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/**/*.js', async (route) => {
    await untilRelease
    await route.continue()
  })
  await page.goto(`${forumUrl}/bbs/login`, { waitUntil: 'commit' })
  await page.getByLabel('Username or email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByLabel('Username or email').press('Enter')
  await expect(page).toHaveURL(`${forumUrl}/bbs/login`)
  release()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect((await mailTo(email)).code).toMatch(/^\d{6}$/)
})
