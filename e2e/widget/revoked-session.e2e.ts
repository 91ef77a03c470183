import {
  articleUrl,
  expect,
  forumUrl,
  PASSWORD,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'
import { mailTo } from '../support/mails.ts'

test('a reader signs in with an emailed code in the widget’s window, stays signed in on that site, and is signed out when revoked', async ({
  page,
  browser,
  complaints,
}) => {
  const email = 'mail_widget@example.com'
  const widget = widgetOf(page)
  await page.goto(articleUrl)
  await waitForHydration(page)
  await widget.getByRole('textbox').fill('Read it twice, and crossed it once.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  await popup.getByLabel('Username or email').fill(email)
  await popup.getByRole('button', { name: 'Email me a link' }).click()
  // The code is read on another device; the link is never opened.
  const { code } = await mailTo(email)
  // The window may close before the last key is up.
  await Promise.any([closing, popup.getByLabel('6-digit code').pressSequentially(code)])
  await closing
  await expect(widget.getByRole('article').filter({ hasText: 'Read it twice' })).toHaveCount(1)

  await page.reload()
  await waitForHydration(page)
  await widget.getByRole('textbox').focus()
  await expect(widget.getByText(/^Posting as /)).toBeVisible()

  // A new password on another device revokes all sessions.
  const phone = await browser.newContext()
  const other = await phone.newPage()
  await other.goto(`${forumUrl}/bbs/email-change-password`)
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Send link' }).click()
  const { link } = await mailTo(email, { count: 2 })
  await other.goto(link)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByLabel('Confirm password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByRole('button', { name: 'Your account' })).toBeVisible()
  await phone.close()

  await page.reload()
  await waitForHydration(page)
  await widget.getByRole('textbox').focus()
  await expect(widget.getByRole('button', { name: 'Sign in and comment' })).toBeVisible()
  await expect(widget.getByText(/^Posting as /)).toHaveCount(0)
  // The frame's refresh was refused.
  complaints.length = 0
})
