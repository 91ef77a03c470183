import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'

export type Theme = 'light' | 'dark' | 'forced'

/** What is wrong with a page; one line each. */
export type Findings = string[]

export async function showTheme(page: Page, theme: Theme): Promise<void> {
  // Reduced motion, so that no color is between the themes.
  await page.emulateMedia({
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    forcedColors: theme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
}

/** Waits until a page has all its content and pictures. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => {})
  await page
    .locator('.stoa-skeleton')
    .first()
    .waitFor({ state: 'hidden', timeout: 5000 })
    .catch(() => {})
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
      new Promise((resolve) => setTimeout(resolve, 3000)),
    ])
  })
}

/** Whether the page is wider than the window; in pages from right to left what is cut off on the left, too. */
export async function findOverflow(page: Page): Promise<Findings> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) return [`overflow: ${root.scrollWidth} px in ${innerWidth} px`]
    if (root.dir !== 'rtl') return []
    const cut = [...document.querySelectorAll('header *, main *')].filter((element) => {
      const { left, width } = element.getBoundingClientRect()
      const hidden = '.stoa-chips, .stoa-tab-list, .stoa-avatar, .stoa-visually-hidden, .stoa-app-skip, [hidden]'
      return width > 1 && left < 0 && !element.closest(hidden)
    })
    return cut.slice(0, 3).map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`)
  })
}

/** Runs axe, in an open menu or dialog or on the page: all rules in light, colors only in dark, because no other rule depends on the theme. */
export async function runAxe(page: Page, theme: Theme): Promise<Findings> {
  const builder = new AxeBuilder({ page })
  // Takes a third of the time, but leaves out frames of other sites.
  if (page.frames().length === 1) builder.setLegacyMode()
  const opened = await page.evaluate((selector) => {
    const host = document.querySelector('stoa-comments')
    if (host?.shadowRoot?.querySelector(selector)) return 'widget'
    return document.querySelector(selector) ? 'page' : null
  }, OPENED)
  if (opened) builder.include(opened === 'page' ? OPENED : { fromShadowDom: ['stoa-comments', OPENED] })
  const rules = theme === 'dark' ? { runOnly: ['color-contrast'] } : {}
  const { violations } = await builder.options({ ...rules, resultTypes: ['violations'] }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`))
}

/** Menus and dialogs. */
const OPENED = '[role="menu"], dialog[open]'

/**
 * Opens the menus of a page and the dialogs behind buttons and menu items that end with “…”, and calls `see` for each
 * that wasn't `seen` before.
 */
export async function openAll(
  page: Page,
  { seen, reload, see }: { seen: Set<string>; reload: () => Promise<void>; see: (name: string) => Promise<void> },
): Promise<void> {
  const isNew = (name: string) => !seen.has(name) && seen.add(name) !== undefined
  const open = async (button: Locator) => {
    await button.click({ timeout: 3000 })
    const opened = page.locator(OPENED).first()
    // Some open a part of the page.
    await opened.waitFor({ timeout: 1500 }).catch(() => {})
    await settle(page)
  }
  const tryToOpen = async (name: string, steps: Locator[]) => {
    const before = page.url()
    try {
      for (const step of steps) await open(step)
      await see(name)
    } catch (error) {
      console.log(`  not opened: ${name} (${String(error).split('\n')[0]})`)
    }
    const hasOpened = (await page.locator(OPENED).count()) > 0
    await page.keyboard.press('Escape')
    if (!hasOpened || page.url() !== before || (await page.locator(OPENED).count()) > 0) await reload()
  }
  const menus = page.locator('[aria-haspopup]:visible')
  for (const label of await labels(menus)) {
    const kind = kindOf(label)
    if (!isNew(kind)) continue
    const button = menus.and(page.getByLabel(label, { exact: true })).first()
    await tryToOpen(kind, [button])
    await button.click({ timeout: 3000 }).catch(() => {})
    const items = (await labels(page.getByRole('menuitem'))).filter((item) => item.endsWith('…'))
    await page.keyboard.press('Escape')
    for (const item of items) {
      if (isNew(`${kind} ${kindOf(item)}`))
        await tryToOpen(`${kind} ${kindOf(item)}`, [button, page.getByRole('menuitem', { name: item, exact: true })])
    }
  }
  const buttons = page.locator('button:visible:not([aria-haspopup])')
  for (const label of (await labels(buttons)).filter((text) => text.endsWith('…'))) {
    if (isNew(kindOf(label)))
      await tryToOpen(kindOf(label), [page.getByRole('button', { name: label, exact: true }).first()])
  }
}

const labels = (all: Locator) =>
  all.evaluateAll((found) => [
    ...new Set(found.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim())),
  ])

/** The label without names: the same for the menus of all posts, comments or people. */
function kindOf(label: string): string {
  const [first = '', ...rest] = label.replace(/…$/, '').split(' ')
  return [first, ...rest.filter((word) => /^[a-z]/.test(word))].slice(0, 6).join(' ')
}
