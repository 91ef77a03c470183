import type { Page } from '@playwright/test'
import { articleUrl, expect, PASSWORD, test, untilAlive, widgetOf, withCommentsAlone } from './harness.ts'

/** Presses Tab until the focus is on a control of that name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

test('a reader does everything by keyboard: writes, signs in, reacts, answers, opens a menu, signs out', async ({
  page,
}) => {
  await withCommentsAlone(page)
  await page.goto(articleUrl)
  await untilAlive(page)
  const widget = widgetOf(page)
  await tabTo(page, /^Write a comment$/)
  await page.keyboard.type('Typed without a mouse.')
  await tabTo(page, /^Sign in to comment$/)
  await page.keyboard.press('Enter')
  await expect(widget.getByRole('dialog')).toBeVisible()
  await expect(widget.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await tabTo(page, /^Sign in$/)
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await opening
  await popup.getByLabel('Username or e-mail').focus()
  await popup.keyboard.type('demo_emi')
  await popup.getByLabel('Password', { exact: true }).focus()
  await popup.keyboard.type(PASSWORD)
  const closing = popup.waitForEvent('close')
  await popup.keyboard.press('Enter')
  await closing
  const own = widget.getByRole('article').filter({ hasText: 'Typed without a mouse.' })
  await expect(own).toHaveCount(1)
  await expect(widget.getByRole('dialog')).toHaveCount(0)

  await own.focus()
  await tabTo(page, /^Like/)
  await page.keyboard.press('Space')
  await expect(own.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')

  await own.focus()
  await page.keyboard.press('r')
  await expect(own.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Nor this answer.')
  await expect(own.getByRole('button', { name: 'Reply', exact: true }).last()).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(widget.getByRole('article').filter({ hasText: 'Nor this answer.' })).not.toHaveCount(0)

  await own.first().focus()
  await tabTo(page, /^More actions/)
  await page.keyboard.press('Enter')
  await expect(widget.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(widget.getByRole('menu')).toHaveCount(0)
  await expect(
    own
      .first()
      .getByRole('button', { name: /^More actions/ })
      .first(),
  ).toBeFocused()

  await widget.getByRole('textbox', { name: 'Write a comment' }).focus()
  await tabTo(page, /^Sign out$/)
  await page.keyboard.press('Enter')
  await expect(widget.getByText('You are signed out. Your text is still here.')).toBeVisible()
  await expect(widget.getByRole('textbox', { name: 'Write a comment' })).toBeFocused()
})
