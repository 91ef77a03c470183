import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findChromium } from '../../scripts/find-chromium.mjs'

/** Headless Chromium. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
}

/** A context that reaches only the hosts it is allowed. */
export interface IsolatedContext {
  context: BrowserContext
  page: Page
  /** Blocked requests to other hosts. */
  foreign: string[]
}

/** Opens a page in a new context; requests to hosts other than `hosts` are blocked and recorded. */
export async function openIsolated(
  browser: Browser,
  about: BrowserContextOptions & { hosts: string[] },
): Promise<IsolatedContext> {
  const { hosts, ...options } = about
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const foreign: string[] = []
  // tsx wraps functions with a helper that doesn't exist in pages.
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

/** Waits until the widget shows its whole first page: a few comments are laid out per frame, in reserved space. */
export async function waitForWidget(page: Page): Promise<void> {
  const isReady = () => {
    const list = document.querySelector('stoa-comments')?.shadowRoot?.querySelector('.stoa-comments-list')
    // It may stay when empty: Chromium keeps it until it has been read.
    return (window as unknown as { stoaIsReady?: boolean }).stoaIsReady && list && !list.getAttribute('style')
  }
  await page.waitForFunction(isReady, null, { timeout: 30_000 })
}
