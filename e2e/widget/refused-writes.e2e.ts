import type { Page, Route } from '@playwright/test'
import {
  articleUrl,
  type Complaints,
  expect,
  signInAs,
  signInWindow,
  test,
  waitForHydration,
  widgetOf,
} from '../support/harness.ts'

/** Signs in through the window that a press in the widget opens, as a member who is signed in at the forum. */
async function signedInBy(page: Page, press: () => Promise<void>) {
  await press()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: /^Continue as/ }).click()
  await closing
}

/** Responds like the server when it refuses. */
const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'access-control-allow-origin': '*' },
    json: { status: 'error', code, message, requestId: 'journey' },
  })

/** Removes the browser's messages about refused and failed requests. */
function ignoreRefusals(complaints: Complaints): void {
  const others = complaints.filter((complaint) => !/Failed to load resource|WebSocket connection/.test(complaint))
  complaints.splice(0, complaints.length, ...others)
}

test('a refused reaction or vote is rolled back, and the widget announces why', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_emi')
  await page.goto(articleUrl)
  await waitForHydration(page)
  const thumb = page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })
  await signedInBy(page, () => thumb.click())
  // The session's frame has to redeem the code first, which takes long on a busy machine.
  await expect(thumb).toHaveAttribute('aria-pressed', 'true', { timeout: 20_000 })

  await page.route('**/api/post/reaction', refuse(403, 'BANNED', 'You are banned from this community.'))
  await thumb.click()
  await expect(page.locator('stoa-reactions').getByRole('alert')).toHaveText('You were banned from this community.')
  await expect(thumb).toHaveAttribute('aria-pressed', 'true')

  await page.route(
    '**/api/post/vote',
    refuse(429, 'RATE_LIMITED', 'You have reached the rate limit. Please try again later.'),
  )
  const option = page.locator('stoa-poll').getByRole('button', { name: /^Both/ })
  await option.click()
  await expect(page.locator('stoa-poll').getByText("You're posting too frequently")).toBeVisible()
  await expect(option).toHaveAttribute('aria-pressed', 'false')
  // Only one message shows at a time.
  await expect(page.locator('stoa-reactions').getByRole('alert')).toHaveText('')

  await page.unrouteAll()
  const like = widgetOf(page).getByRole('article').first().getByRole('button', { name: /^Like/ })
  const before = await like.getAttribute('aria-pressed')
  await like.hover()
  await context.setOffline(true)
  await like.click()
  await expect(widgetOf(page).getByText(/Couldn’t reach the server/)).toBeVisible({ timeout: 20_000 })
  await expect(like).toHaveAttribute('aria-pressed', before ?? '')
  await widgetOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(widgetOf(page).getByText(/Couldn’t reach the server/)).toHaveCount(0)
  await context.setOffline(false)
  ignoreRefusals(complaints)
})

test('a comment sent offline stays with an error, and is sent once when the network is back', async ({
  page,
  context,
  complaints,
}) => {
  await signInAs(context, 'demo_faye')
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  const box = widget.getByRole('textbox')
  // A comment is shown before the server has stored it.
  const untilStored = () =>
    page.waitForResponse((response) => response.ok() && response.url().endsWith('/api/comment/create'))
  const first = untilStored()
  await box.fill('First, while there is a network.')
  await signedInBy(page, () => widget.getByRole('button', { name: 'Sign in and comment' }).click())
  await expect(widget.getByRole('article').filter({ hasText: 'First, while there is a network.' })).toHaveCount(1)
  await (await first).finished()
  await expect(box).toHaveValue('')

  await box.fill('Written on the')
  await context.setOffline(true)
  await box.press('End')
  await box.pressSequentially(' train.')
  await widget.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(widget.getByRole('alert').filter({ hasText: 'Couldn’t reach the server' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(box).toHaveValue('Written on the train.')
  await context.setOffline(false)
  const second = untilStored()
  await widget.getByRole('button', { name: 'Comment', exact: true }).click()
  const comment = widget.getByRole('article').filter({ hasText: 'Written on the train.' })
  await expect(comment).toHaveCount(1)
  await (await second).finished()
  await expect(box).toHaveValue('')
  await page.reload()
  await waitForHydration(page)
  await expect(comment).toHaveCount(1)
  ignoreRefusals(complaints)
})
