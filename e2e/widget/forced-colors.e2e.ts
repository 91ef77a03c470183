import type { Locator } from '@playwright/test'
import { articleUrl, expect, test, waitForHydration, widgetOf } from '../support/harness.ts'

const styleOf = (element: Locator, property: string) =>
  element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`states shown by color are visible in forced colors, too (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.goto(articleUrl)
    const canvas = await styleOf(page.locator('html'), 'background-color')

    const poll = page.locator('stoa-poll')
    await poll.scrollIntoViewIfNeeded()
    await expect(poll.getByRole('button').first()).toBeVisible()
    expect(await styleOf(poll.locator('.stoa-poll-bar').first(), 'fill')).not.toBe(canvas)
    expect(await styleOf(poll.locator('.stoa-avatar').first(), 'border-top-width')).toBe('1px')

    const thumbs = page.locator('stoa-reactions').getByRole('button')
    await thumbs.first().scrollIntoViewIfNeeded()
    // As in the selected state.
    for (const thumb of await thumbs.all()) await thumb.evaluate((one) => one.setAttribute('aria-pressed', 'true'))
    for (const thumb of await thumbs.all()) {
      await expect.poll(() => styleOf(thumb, 'background-color')).not.toBe(canvas)
      expect(await styleOf(thumb, 'color')).not.toBe(await styleOf(thumb, 'background-color'))
    }

    await waitForHydration(page)
    await widgetOf(page).getByRole('textbox').first().focus()
    expect(await styleOf(widgetOf(page).locator('.stoa-composer').first(), 'outline-style')).toBe('solid')
  })
}
