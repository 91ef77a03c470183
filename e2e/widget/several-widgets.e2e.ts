import type { Page } from '@playwright/test'
import { articleUrl, expect, partnerUrl, test, waitForHydration, widgetOf } from '../support/harness.ts'

const libraryUrl = `${partnerUrl}/articles/library-hours.html`

/** Counts a page's open connections to the forum. */
function countSockets(page: Page) {
  const sockets = { opened: 0, open: 0 }
  page.on('websocket', (socket) => {
    sockets.opened += 1
    sockets.open += 1
    socket.on('close', () => {
      sockets.open -= 1
    })
  })
  return sockets
}

/** Adds a widget to the page, as a client-side application would. */
function insertWidget(page: Page, url: string) {
  return page.evaluate((article) => {
    const element = document.createElement('stoa-comments')
    element.setAttribute('community', 'FORUM')
    element.setAttribute('url', article)
    element.setAttribute('load', 'now')
    document.querySelector('main')?.append(element)
  }, url)
}

test('a widget inserted late shows the thread', async ({ page }) => {
  await page.goto(partnerUrl)
  await insertWidget(page, articleUrl)
  await waitForHydration(page)
  await expect(widgetOf(page).getByText('Name the bench after the ferry.')).toBeVisible()
})

test('text is kept when the page moves the widget', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  await widgetOf(page).getByRole('textbox').fill('Do not lose this')
  await page.evaluate(() => {
    const widget = document.querySelector('stoa-comments')
    if (widget) document.querySelector('main')?.prepend(widget)
  })
  await expect(widgetOf(page).getByRole('textbox')).toHaveValue('Do not lose this')
  await expect(widgetOf(page).getByRole('button', { name: 'Sign in and comment' })).toBeEnabled()
})

test('two widgets share one connection, and the last one closes it', async ({ page }) => {
  const sockets = countSockets(page)
  await page.goto(partnerUrl)
  await insertWidget(page, articleUrl)
  await insertWidget(page, libraryUrl)
  await waitForHydration(page)
  await expect(widgetOf(page)).toHaveCount(2)
  await widgetOf(page).first().getByRole('textbox').focus()
  await widgetOf(page).last().getByRole('textbox').focus()
  await expect.poll(() => sockets.open).toBe(1)

  await page.evaluate(() => document.querySelector('stoa-comments')?.remove())
  await expect(widgetOf(page)).toHaveCount(1)
  await expect(widgetOf(page).getByText('No comments yet.')).toBeVisible()
  expect(sockets).toEqual({ opened: 1, open: 1 })
  await page.evaluate(() => document.querySelector('stoa-comments, stoa-count')?.remove())
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('stoa-comments, stoa-count')) element.remove()
  })
  await expect.poll(() => sockets.open).toBe(0)
})

test('a widget that is shown and removed repeatedly leaks nothing', async ({ page, context }) => {
  await page.goto(partnerUrl)
  const devtools = await context.newCDPSession(page)
  const domCounters = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { jsEventListeners, nodes } = await devtools.send('Memory.getDOMCounters')
    return { jsEventListeners, nodes }
  }
  const once = async () => {
    await insertWidget(page, articleUrl)
    await waitForHydration(page)
    await page.evaluate(() => document.querySelector('stoa-comments')?.remove())
    await expect(widgetOf(page)).toHaveCount(0)
  }
  await once()
  await once()
  const before = await domCounters()
  for (let round = 0; round < 4; round += 1) await once()
  // A few of the last round may still be pending.
  await expect
    .poll(async () => (await domCounters()).jsEventListeners)
    .toBeLessThanOrEqual(before.jsEventListeners + 10)
  await expect.poll(async () => (await domCounters()).nodes).toBeLessThanOrEqual(before.nodes + 150)
})

test('changing the article’s address shows the other thread', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  await expect(widgetOf(page).getByText('Name the bench after the ferry.')).toBeVisible()
  await page.evaluate((url) => document.querySelector('stoa-comments')?.setAttribute('url', url), libraryUrl)
  await expect(widgetOf(page).getByText('No comments yet.')).toBeVisible()
  await page.evaluate((url) => document.querySelector('stoa-comments')?.setAttribute('url', url), articleUrl)
  await expect(widgetOf(page).getByText('Name the bench after the ferry.')).toBeVisible()
})

test('an application that navigates keeps the widget, and drafts stay with their article', async ({ page }) => {
  const go = (to: string) =>
    page.evaluate((url) => {
      history.pushState(null, '', new URL(url).pathname)
      document.querySelector('link[rel="canonical"]')?.setAttribute('href', url)
    }, to)
  const words = 'Only about the bench'
  const box = widgetOf(page).getByRole('textbox').first()
  await page.goto(articleUrl)
  await waitForHydration(page)
  await box.fill(words)
  for (const count of [1, 2]) {
    await go(libraryUrl)
    await expect(widgetOf(page).getByText('No comments yet.')).toBeVisible()
    await expect(box, `visit ${count}`).toHaveValue('')
    await go(articleUrl)
    await expect(widgetOf(page).getByText('Name the bench after the ferry.')).toBeVisible()
    await expect(box, `visit ${count}`).toHaveValue(words)
  }
})

test('a page with only reactions and a poll loads no code for comments', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const other of document.querySelectorAll('stoa-comments')) other.remove()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(articleUrl)
  const option = page.locator('stoa-poll').getByRole('button').first()
  const thumb = page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })
  for (const control of [option, thumb]) {
    await control.scrollIntoViewIfNeeded()
    await expect(control).toBeVisible()
  }
  const mounts = () => loaded.filter((path) => path.includes('/mount-')).length
  expect(mounts()).toBe(0)
  await option.hover()
  await thumb.hover()
  await expect.poll(mounts).toBe(2)
  expect(loaded.filter((path) => path.includes('/thread-'))).toEqual([])
})

test('an unregistered site is refused with a message, in the widget and on the console', async ({
  page,
  complaints,
}) => {
  // The same page at an unregistered address.
  const unregistered = partnerUrl.replace('127.0.0.1', '127.0.0.2')
  await page.route(`${unregistered}/**`, async (route) => {
    const url = route.request().url().replace('127.0.0.2', '127.0.0.1')
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page
    .context()
    .grantPermissions(['local-network-access'], { origin: unregistered })
    .catch(() => {})
  await page.goto(`${unregistered}/articles/library-hours.html`)
  await expect(widgetOf(page).getByRole('alert')).toHaveText(/isn’t registered with this community/)
  await expect.poll(() => complaints.some((text) => /isn’t registered/i.test(text))).toBe(true)
  complaints.length = 0
})

/** Inherited properties, set to other values than the widget's. */
const INHERITED = {
  color: 'rgb(255, 0, 0)',
  cursor: 'crosshair',
  'font-family': 'fantasy',
  'font-size': '41px',
  'font-style': 'italic',
  'font-variant-caps': 'small-caps',
  'font-weight': '900',
  hyphens: 'auto',
  'letter-spacing': '3px',
  'line-height': '77px',
  'list-style-type': 'square',
  'pointer-events': 'none',
  'text-align': 'right',
  'text-indent': '23px',
  'text-shadow': 'rgb(255, 0, 0) 1px 1px 1px',
  'text-transform': 'uppercase',
  'white-space-collapse': 'preserve',
  'word-break': 'break-all',
  'word-spacing': '5px',
  'writing-mode': 'vertical-rl',
}

test('the page’s inherited text styles don’t affect the widget', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  const stylesInside = () =>
    widgetOf(page).evaluate(
      (host, names) =>
        [...(host.shadowRoot?.querySelectorAll('.stoa-embed, .stoa-embed *') ?? [])].map((element) => {
          const styles = getComputedStyle(element)
          return `${element.className} ${names.map((name) => `${name}: ${styles.getPropertyValue(name)}`).join('; ')}`
        }),
      Object.keys(INHERITED),
    )
  const before = await stylesInside()
  expect(before.length).toBeGreaterThan(50)
  const rules = Object.entries(INHERITED).map(([name, value]) => `${name}: ${value} !important`)
  await page.evaluate(
    (style) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets = [sheet]
    },
    `* { ${rules.join('; ')} }`,
  )
  await expect(page.locator('main')).toHaveCSS('letter-spacing', '3px')
  await expect(widgetOf(page)).toHaveCSS('letter-spacing', '3px')
  expect(await stylesInside()).toEqual(before)
})
