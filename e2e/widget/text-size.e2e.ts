import type { Page } from '@playwright/test'
import { articleUrl, expect, test, waitForHydration, widgetOf } from '../support/harness.ts'

/** Sets the browser's default text size. */
async function setDefaultTextSize(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}

const textSize = (page: Page) =>
  widgetOf(page)
    .locator('.stoa-comment-text')
    .first()
    .evaluate((text) => getComputedStyle(text).fontSize)

/** Names of elements wider than `element`. */
const overflowing = (page: Page) =>
  widgetOf(page).evaluate((host) => {
    const edge = host.getBoundingClientRect().right + 1
    return Array.from(host.shadowRoot?.querySelectorAll('*') ?? [])
      .filter((element) => element.getBoundingClientRect().right > edge && element.checkVisibility())
      .filter((element) => !element.closest('.stoa-visually-hidden'))
      .map((element) => element.className)
  })

test('text follows the browser’s default size, whatever the page’s root size', async ({ page }) => {
  await setDefaultTextSize(page, 20)
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 62.5%; font-family: monospace }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.goto(articleUrl)
  await waitForHydration(page)
  expect(await textSize(page)).toBe('20px')
  // The page can override it.
  await widgetOf(page).evaluate((host) => host.style.setProperty('--stoa-rem', '18px'))
  expect(await textSize(page)).toBe('18px')
})

test('at 200 % nothing is cut off on a phone, while reading and writing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await setDefaultTextSize(page, 32)
  await page.goto(articleUrl)
  await waitForHydration(page)
  expect(await textSize(page)).toBe('32px')
  expect(await overflowing(page)).toEqual([])
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('Large')
  await expect(widget.getByRole('button', { name: 'Comment anonymously' })).toBeVisible()
  await widget.getByRole('button', { name: 'Reply', exact: true }).first().click()
  await expect(widget.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(await overflowing(page)).toEqual([])
})
