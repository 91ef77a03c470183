import type { BrowserContext, Page, Request } from 'playwright'
import { waitForWidget } from '../browser.ts'
import { type MeasuredPage, measurePage, type Styled, shiftsSince, widgetBoxes, widgetStyles } from '../page-measure.ts'

/** Stages of a visit: server rendering, hydrated, about to write. */
export const STAGES = ['read', 'hydrated', 'writing'] as const
export type Stage = (typeof STAGES)[number]

/** State of widget and page at one stage. */
export interface StageState {
  page: MeasuredPage
  styles: Styled[]
  boxes: string[]
  /** Layout shifts since the previous stage. */
  shifts: string[]
  direction: string
  /** The author's picture is to the right of the text. */
  isMirrored: boolean
}

/** Results of visiting one page with the widget. */
export interface Visit {
  stages: Record<Stage, StageState>
  /** Texts of the comments at each stage. */
  texts: string[]
  /** The page's requests to other hosts, and its errors. */
  foreign: string[]
  errors: string[]
}

interface Watched {
  page: Page
  foreign: string[]
  errors: string[]
}

const TIMEOUT_MS = 30_000

async function openWatched(context: BrowserContext, hosts: string[]): Promise<Watched> {
  const page = await context.newPage()
  const watched: Watched = { page, foreign: [], errors: [] }
  page.on('request', (request: Request) => {
    const { protocol, host } = new URL(request.url())
    if (/^(http|ws)/.test(protocol) && !hosts.includes(host)) watched.foreign.push(request.url())
  })
  page.on('pageerror', ({ message }) => watched.errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') watched.errors.push(`${message.text()} ${message.location().url}`)
  })
  return watched
}

/** Visits a page without the widget. */
export async function visitBare(context: BrowserContext, about: { address: string; hosts: string[] }) {
  const { page, foreign, errors } = await openWatched(context, about.hosts)
  await page.goto(about.address, { waitUntil: 'load' })
  await waitForStable(page)
  const measured = await measurePage(page)
  await page.close()
  return { measured, foreign, errors }
}

/** Visits a page with the widget, which is loaded once the page is stable and its place is in view. */
export async function visitWidget(
  context: BrowserContext,
  about: { address: string; hosts: string[]; embedUrl: string },
): Promise<Visit> {
  const { page, foreign, errors } = await openWatched(context, about.hosts)
  let letIn = () => {}
  const gate = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route(about.embedUrl, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(about.address, { waitUntil: 'domcontentloaded' })
  await waitForStable(page)
  await showWidget(page)
  let since = await page.evaluate(() => performance.now())
  letIn()
  const stages: Partial<Record<Stage, StageState>> = {}
  const texts: string[] = []
  for (const stage of STAGES) {
    await reach[stage](page)
    await waitForStable(page)
    const shifts = await shiftsSince(page, since)
    const boxes = await widgetBoxes(page)
    const styles = await widgetStyles(page)
    // Empty results would always compare equal.
    if (!styles[0]?.[1] || boxes.length === 0) throw new Error('the widget could not be measured')
    texts.push((await page.locator('stoa-comments .stoa-comment-text').allTextContents()).join(' | '))
    const layout = await layoutOf(page)
    stages[stage] = { page: await measurePage(page), styles, boxes, shifts, ...layout }
    await showWidget(page)
    since = await page.evaluate(() => performance.now())
  }
  await page.close()
  return { stages: stages as Visit['stages'], texts, foreign, errors }
}

/** Reads the texts that a page's widget shows, without loading the resources that make the page slow. */
export async function readWidget(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage()
  await page.route('**', (route) =>
    /stylesheet|image|font/.test(route.request().resourceType()) ? route.abort() : route.fallback(),
  )
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await page.locator('stoa-comments').scrollIntoViewIfNeeded()
  await reach.read(page)
  const texts = await page.locator('stoa-comments .stoa-comment-text').allTextContents()
  await page.close()
  return texts.join(' | ')
}

const reach: Record<Stage, (page: Page) => Promise<void>> = {
  async read(page) {
    await page.locator('stoa-comments .stoa-comment').first().waitFor({ timeout: TIMEOUT_MS })
    await waitForWidget(page)
    if (await isHydrated(page)) throw new Error('hydrated without any interaction')
  },
  async hydrated(page) {
    // A tap, which doesn't move the pointer: hovering would change the publisher's styles.
    const control = page.locator('stoa-comments').getByRole('textbox').first()
    await control.dispatchEvent('touchstart')
    await page.waitForFunction(
      () => !document.querySelector('stoa-comments')?.shadowRoot?.querySelector('script[type="application/json"]'),
      null,
      { timeout: TIMEOUT_MS },
    )
  },
  async writing(page) {
    await page.locator('stoa-comments').getByRole('textbox').first().focus()
    await page.locator('stoa-comments .stoa-composer-bar button').first().waitFor({ timeout: TIMEOUT_MS })
  },
}

/** Hydration removes the state next to the rendered nodes. */
async function isHydrated(page: Page): Promise<boolean> {
  return (await page.locator('stoa-comments script[type="application/json"]').count()) === 0
}

async function showWidget(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('stoa-comments')?.scrollIntoView({ behavior: 'instant' }))
}

/** Waits for fonts, pictures and transitions of the page; scrolls to lazy pictures. */
async function waitForStable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
  })
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete), null, {
    timeout: TIMEOUT_MS,
  })
  await page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll('stoa-comments')].map(({ shadowRoot }) => shadowRoot)]
    const running = roots.flatMap((root) => root?.getAnimations() ?? [])
    await Promise.all(running.map(({ finished }) => finished.catch(() => null)))
    for (let frame = 0; frame < 6; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
}

function layoutOf(page: Page): Promise<{ direction: string; isMirrored: boolean }> {
  return page
    .locator('stoa-comments .stoa-comment')
    .first()
    .evaluate((comment) => {
      const leftOf = (selector: string) => comment.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN
      const direction = getComputedStyle(comment).direction
      return { direction, isMirrored: leftOf('.stoa-avatar') > leftOf('.stoa-comment-main') }
    })
}
