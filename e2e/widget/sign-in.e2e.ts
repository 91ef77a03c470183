import {
  articleUrl,
  expect,
  makeAccount,
  PASSWORD,
  signInAs,
  signInByWindow,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'

test('a visitor types a comment, signs in through the pop-up, and the comment is sent unchanged', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('I carried the soup.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  await signInByWindow(page, 'demo_emi')

  const comment = widget
    .getByRole('article', { name: 'Comment by Emi Hazel' })
    .filter({ hasText: 'I carried the soup.' })
  await expect(comment).toHaveCount(1)
  await expect(widget.getByRole('textbox')).toHaveValue('')

  await page.reload()
  await waitForHydration(page)
  await widget.getByRole('textbox').focus()
  await expect(widget.getByText('Posting as Emi Hazel')).toBeVisible()
  await expect(comment).toHaveCount(1)

  // Nobody has replied, so nothing of it stays.
  await comment.getByRole('button', { name: /^More actions/ }).click()
  await widget.getByRole('menuitem', { name: 'Delete for good…' }).click()
  const question = widget.getByRole('alertdialog', { name: 'Delete comment for good?' })
  await question.getByRole('button', { name: 'Delete comment' }).click()
  await expect(question).toHaveCount(0)
  await expect(widget.getByText('I carried the soup.')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('stoa-comments')
  await page.reload()
  await waitForHydration(page)
  await expect(widget.getByText('I carried the soup.')).toHaveCount(0)
})

test('a newcomer creates an account in the pop-up, and the comment is sent', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('New in town, and already across.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const popup = await signInWindow(page)
  await popup.getByRole('button', { name: 'Create an account' }).click()
  await popup.getByLabel('Username').fill('newcomer_ida')
  await popup.getByLabel('Email').fill('newcomer_ida@example.com')
  await popup.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await popup.getByLabel('Confirm password').fill(PASSWORD)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Create account' }).click()
  await closing

  await expect(widget.getByRole('article').filter({ hasText: 'New in town, and already across.' })).toHaveCount(1)
})

test('a reader who is signed in at the forum only confirms in the pop-up, and finds the thread there', async ({
  page,
  context,
}) => {
  await signInAs(context, 'demo_faye')
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('The dog was first, then.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const popup = await signInWindow(page)
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Sign in to comment on The Lower Mill Gazette')
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue as Faye Underwood' }).click()
  await closing
  await expect(widget.getByRole('article').filter({ hasText: 'The dog was first, then.' })).toHaveCount(1)

  const line = widget.getByText('Lower Mill Commons · View in forum')
  await widgetOf(page).evaluate((host) => host.setAttribute('footer', 'off'))
  await expect(line).toBeHidden()
  await widgetOf(page).evaluate((host) => host.removeAttribute('footer'))
  await line.getByRole('link').click()
  await expect(page.getByText('Publisher', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Read the article$/ }).click()
  await expect(page).toHaveURL(articleUrl)
})

test('closing the pop-up shows a message and keeps the text', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('Perhaps later.')
  // A window that closes late was closed on purpose, and a busy machine opens it late.
  await page.clock.setFixedTime(new Date())
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  await (await signInWindow(page)).close()
  await expect(widget.getByText('The window was closed before you were signed in.')).toBeVisible()
  await widget.getByRole('button', { name: 'Not now' }).click()
  await expect(widget.getByRole('textbox')).toHaveValue('Perhaps later.')
})

test('an unsent comment is restored after a reload', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  await widgetOf(page).getByRole('textbox').fill('Half a thought')
  // Toolbar and draft load on first focus.
  await expect(widgetOf(page).getByRole('button', { name: 'Sign in and comment' })).toBeEnabled()
  await page.reload()
  await waitForHydration(page)
  await expect(widgetOf(page).getByRole('textbox')).toHaveValue('Half a thought')
})

test('a reader likes an article and votes in its poll', async ({ page, request }) => {
  await makeAccount(request, 'reader_jo')
  await page.goto(articleUrl)
  await waitForHydration(page)
  const thumb = page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })
  await thumb.click()
  const popup = await signInWindow(page)
  await popup.getByLabel('Username or email').fill('reader_jo')
  await popup.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click()
  await closing
  await expect(thumb).toHaveAttribute('aria-pressed', 'true')

  const option = page.locator('stoa-poll').getByRole('button', { name: /^Both/ })
  await option.click()
  await expect(option).toHaveAttribute('aria-pressed', 'true')

  await page.reload()
  await waitForHydration(page)
  await expect(thumb).toHaveAttribute('aria-pressed', 'true')
  await expect(option).toHaveAttribute('aria-pressed', 'true')
})

test('a reader signs out in the widget, reads on, and signs in again with the text kept', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('The bench is lovely.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  await signInByWindow(page, 'demo_emi')
  await expect(widget.getByRole('article').filter({ hasText: 'The bench is lovely.' })).toHaveCount(1)

  const other = await context.newPage()
  await other.goto(articleUrl)
  await waitForHydration(other)
  await widgetOf(other).getByRole('textbox').focus()
  await expect(widgetOf(other).getByText('Posting as Emi Hazel')).toBeVisible()

  await widget.getByRole('textbox').fill('Half a thought')
  await widget.getByRole('button', { name: 'Sign out' }).click()
  await expect(widget.getByText('You’re signed out. Your text is still here.')).toBeVisible()
  await expect(widget.getByRole('textbox')).toBeFocused()
  await expect(widget.getByRole('textbox')).toHaveValue('Half a thought')
  await expect(widget.getByRole('button', { name: 'Sign in and comment' })).toBeEnabled()
  await expect(widget.getByRole('article').filter({ hasText: 'The bench is lovely.' })).toBeVisible()
  // The other tab follows by itself.
  await expect(widgetOf(other).getByText('Posting as Emi Hazel')).toHaveCount(0)
  await expect(widgetOf(other).getByRole('button', { name: 'Sign in and comment' })).toBeVisible()

  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  // The reader is still signed in at the forum: only the site's session has ended.
  await popup.getByRole('button', { name: 'Continue as Emi Hazel' }).click()
  await closing
  await expect(widget.getByRole('article').filter({ hasText: 'Half a thought' })).toHaveCount(1)
  await widgetOf(other).getByRole('textbox').focus()
  await expect(widgetOf(other).getByText('Posting as Emi Hazel')).toBeVisible()
  // The other tab's refresh was refused, and what was loading while the reader signed out.
  const refusals = complaints.filter((complaint) => /401.*(auth.embed.refresh|viewer.facts)/.test(complaint))
  for (const complaint of refusals) complaints.splice(complaints.indexOf(complaint), 1)
})
