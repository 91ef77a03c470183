import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findChromium } from '../find-chromium.mjs'

/**
 * A response that a page received.
 * @typedef {object} Received
 * @property {string} url
 * @property {string} type Playwright's resource type (`stylesheet`, `document`, `fetch`, …), but `script` for all
 *   JavaScript by content type, however it was requested.
 * @property {number} bytes Size of the body as transferred, compressed.
 * @property {'idle' | 'hovered' | 'pressed'} after What the reader had done before it arrived.
 */

/**
 * @typedef {object} MeasuredPage
 * @property {string} url
 * @property {number} idleMs Counts for this long after the network is quiet. 0: up to the page's `load` event.
 * @property {string} [html] Replaces the page at the address. Default: the server's page.
 * @property {string} [hover] Selector of an element to point at then, which also matches in shadow roots. Counts for
 *   another `idleMs`.
 * @property {string} [press] The same, to click at the end.
 */

/** @type {Promise<import('playwright').Browser> | undefined} */
let browser

/**
 * The responses a visitor's browser receives for a page, including frames and preloads.
 * @param {MeasuredPage} about
 * @returns {Promise<Received[]>}
 */
export async function measureReceived({ url, idleMs, html, hover, press }) {
  // Starting it takes longer than most pages. Each context has its own empty cache.
  browser ??= chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 900 } })
  try {
    /** @type {import('playwright').Response[]} */
    const responses = []
    const page = await context.newPage()
    // Responses of pop-ups don't count.
    page.on('response', (response) => responses.push(response))
    if (html !== undefined) {
      // The browser treats the page as public, which may not access this machine.
      await context.grantPermissions(['local-network-access'], { origin: new URL(url).origin })
      await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }))
    }
    await page.goto(url, { waitUntil: idleMs > 0 ? 'networkidle' : 'load' })
    await sleep(idleMs)
    const untouched = responses.length
    if (hover !== undefined) {
      await page.locator(hover).first().hover()
      await sleep(idleMs)
    }
    const hovered = responses.length
    if (press !== undefined) {
      await page.locator(press).first().click()
      await sleep(idleMs)
    }
    /** @param {number} index @returns {Received['after']} */
    const stateOf = (index) => (index < untouched ? 'idle' : index < hovered ? 'hovered' : 'pressed')
    const described = responses.map(async (response, index) =>
      html === undefined || response.url() !== url ? [{ ...(await describe(response)), after: stateOf(index) }] : [],
    )
    return (await Promise.all(described)).flat()
  } finally {
    await context.close()
  }
}

/** Closes the shared browser. */
export async function closeBrowser() {
  await (await browser)?.close()
  browser = undefined
}

/**
 * @param {import('playwright').Response} response
 * @returns {Promise<Omit<Received, 'after'>>}
 */
async function describe(response) {
  const request = response.request()
  // A page with missing scripts would look small.
  if (response.status() >= 400) throw new Error(`${request.url()} returned ${response.status()}`)
  await response.finished()
  const isScript = /\b(?:java|ecma)script\b/.test((await response.headerValue('content-type')) ?? '')
  const { responseBodySize } = await request.sizes()
  return { url: request.url(), type: isScript ? 'script' : request.resourceType(), bytes: responseBodySize }
}
