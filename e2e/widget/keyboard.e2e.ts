import type { Locator, Page } from '@playwright/test'
import { articleUrl, expect, PASSWORD, showOnlyComments, test, waitForHydration, widgetOf } from '../support/harness.ts'

/** Presses Tab until a control of that name has focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`${name} is not reachable by keyboard.`)
}

/** Signs in through the window, by keyboard. */
async function signInByKeys(page: Page, login: string, key = 'Enter'): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.keyboard.press(key)
  const popup = await opening
  await popup.getByLabel('Username or email').focus()
  await popup.keyboard.type(login)
  await popup.getByLabel('Password', { exact: true }).focus()
  await popup.keyboard.type(PASSWORD)
  const closing = popup.waitForEvent('close')
  await popup.keyboard.press('Enter')
  await closing
}

/** Whether the focused element has a visible ring. */
async function isRinged(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return element.matches(':focus-visible') && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
}

test('a reader writes, signs in, reacts, replies, opens a menu and signs out by keyboard', async ({
  page,
  complaints,
}) => {
  await showOnlyComments(page)
  await page.goto(articleUrl)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await tabTo(page, /^Write a comment$/)
  await page.keyboard.type('Typed without a mouse.')
  await expect(widget.getByRole('button', { name: 'Sign in and comment' })).toBeEnabled()
  await tabTo(page, /^Sign in and comment$/)
  await signInByKeys(page, 'demo_emi')
  const ownComment = widget.getByRole('article').filter({ hasText: 'Typed without a mouse.' })
  await expect(ownComment).toHaveCount(1)
  // Replaced by the server’s comment, the one being sent would lose its focus.
  await expect(ownComment).not.toContainText('Sending…')
  await expect(widget.getByRole('dialog')).toHaveCount(0)

  await ownComment.focus()
  await tabTo(page, /^Like/)
  await page.keyboard.press('Space')
  await expect(ownComment.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')

  await ownComment.focus()
  await page.keyboard.press('r')
  await expect(ownComment.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Nor this answer.')
  await expect(ownComment.getByRole('button', { name: 'Reply', exact: true }).last()).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(widget.getByRole('article').filter({ hasText: 'Nor this answer.' })).not.toHaveCount(0)

  await ownComment.first().focus()
  await tabTo(page, /^More actions/)
  await page.keyboard.press('Enter')
  await expect(widget.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(widget.getByRole('menu')).toHaveCount(0)
  await expect(
    ownComment
      .first()
      .getByRole('button', { name: /^More actions/ })
      .first(),
  ).toBeFocused()

  await widget.getByRole('textbox', { name: 'Write a comment' }).focus()
  await tabTo(page, /^Sign out$/)
  await page.keyboard.press('Enter')
  await expect(widget.getByText('You’re signed out. Your text is still here.')).toBeVisible()
  await expect(widget.getByRole('textbox', { name: 'Write a comment' })).toBeFocused()
  // What was read is recorded after a while, which may be just when the reader signs out.
  const others = complaints.filter((complaint) => !complaint.endsWith('/api/post/read'))
  complaints.splice(0, complaints.length, ...others)
})

test('a reader votes and reacts by keyboard: each control has a focus ring, announces its effect and keeps focus', async ({
  page,
}) => {
  await page.goto(articleUrl)
  const poll = page.locator('stoa-poll')
  const both = poll.getByRole('button', { name: /^Both/ })
  await both.scrollIntoViewIfNeeded()
  await tabTo(page, /^Both/)
  expect(await isRinged(both)).toBe(true)
  await signInByKeys(page, 'demo_gil', 'Space')
  // The intended action is completed, and focus is where it was.
  await expect(both).toHaveAttribute('aria-pressed', 'true')
  await expect(both).toHaveAccessibleName(/^Both, [\d.]+%, [1-9]\d* votes?$/)
  await expect(poll.getByRole('dialog')).toHaveCount(0)
  await expect(both).toBeFocused()
  await expect(poll.getByText('Select again to remove your vote')).toBeVisible()

  const channel = poll.getByRole('button', { name: /^The bicycle channel/ })
  await tabTo(page, /^The bicycle channel/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(channel).toHaveAttribute('aria-pressed', 'true')
  await expect(both).toHaveAttribute('aria-pressed', 'false')
  await expect(channel).toBeFocused()
  await page.keyboard.press('Space')
  await expect(channel).toHaveAttribute('aria-pressed', 'false')

  const thumbs = page.locator('stoa-reactions')
  const up = thumbs.getByRole('button', { name: /^Like/ })
  const down = thumbs.getByRole('button', { name: /^Dislike/ })
  await up.scrollIntoViewIfNeeded()
  await tabTo(page, /^Like/)
  await expect(up).toBeFocused()
  expect(await isRinged(up)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Space')
  await expect(down).toHaveAttribute('aria-pressed', 'false')
})
