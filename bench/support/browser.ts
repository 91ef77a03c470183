import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from '../../scripts/find-chromium.mjs'

/** Chromium without a screen. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
}

/** A context that reaches only the hosts it is allowed. */
export interface FencedContext {
  context: BrowserContext
  page: Page
  /** Addresses on other hosts that a page asked for; each was refused. */
  foreign: string[]
}

/** Opens a page in a context of its own; requests to other hosts than `hosts` are refused and written down. */
export async function openFenced(
  browser: Browser,
  about: BrowserContextOptions & { hosts: string[] },
): Promise<FencedContext> {
  const { hosts, ...options } = about
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const foreign: string[] = []
  // The loader of these programs names functions by a helper that pages do not have.
  await context.addInitScript('globalThis.__name = (value) => value')
  await context.addInitScript(() => {
    document.addEventListener('stoa-ready', ({ target }) => {
      if ((target as Element).localName === 'stoa-comments') Object.assign(window, { stoaIsReady: true })
    })
  })
  await context.route(
    (url) => !hosts.includes(url.host),
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    },
  )
  return { context, page: await context.newPage(), foreign }
}

/** Waits until the widget of a page shows all of its first page: comments are laid out a few with each frame, in room kept for them. */
export async function untilWidgetReady(page: Page): Promise<void> {
  const isReady = () => {
    const list = document.querySelector('stoa-comments')?.shadowRoot?.querySelector('.stoa-comments-list')
    // Emptied it may stay: Chromium keeps it where nobody has read it before.
    return (window as unknown as { stoaIsReady?: boolean }).stoaIsReady && list && !list.getAttribute('style')
  }
  await page.waitForFunction(isReady, null, { timeout: 30_000 })
}
