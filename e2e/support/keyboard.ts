import type { Locator, Page } from '@playwright/test'
import { expect } from './harness.ts'

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await isFocused()); presses += 1) {
    if (presses > 250) throw new Error(`${target.toString()} can’t be reached with Tab.`)
    await page.keyboard.press('Tab')
  }
}

/** Presses a key on the element, after Tab has reached it. */
export async function pressKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Types a text into the field with a label, instead of what it has. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
