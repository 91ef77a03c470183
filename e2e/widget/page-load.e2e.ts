import type { Page, Response, Route } from '@playwright/test'
import {
  apiAs,
  articlePostId,
  articleUrl,
  type Complaints,
  expect,
  forumUrl,
  partnerUrl,
  showOnlyComments,
  signInWindow,
  test,
  widgetOf,
} from '../support/harness.ts'

// These tests mostly wait, and don't affect each other, so they can run in parallel.
test.describe.configure({ mode: 'parallel' })

const FRAGMENTS = /\/api\/articles\/fragments\?/
const FIRST_VIEW = /\/first-view-[\w-]+\.js$/
const THREAD = /\/thread-[\w-]+\.js$/
/** Readers wait at most ten seconds, but a busy machine takes longer. */
const PATIENCE = { timeout: 45_000 }

interface WidgetEvent {
  code: string
  shown: boolean
}

/** Records the elements' events. */
async function recordEvents(page: Page): Promise<() => Promise<WidgetEvent[]>> {
  await page.addInitScript(() => {
    const events: unknown[] = []
    Object.assign(window, { events })
    document.addEventListener('stoa-error', (event) => {
      const { code, shown } = (event as CustomEvent).detail
      events.push({ code, shown })
    })
  })
  return () => page.evaluate(() => (window as unknown as { events: WidgetEvent[] }).events)
}

/** Removes the browser's messages about blocked requests, and the widget's about the same. */
function ignoreComplaints(complaints: Complaints): void {
  complaints.length = 0
}

const hang = () => new Promise<void>(() => {})
const retry = (page: Page) => page.locator('stoa-comments').getByRole('button', { name: /Try again/ })
const firstComment = (page: Page) => widgetOf(page).getByText('Name the bench after the ferry.')

test('while the forum doesn’t respond there is a placeholder, then an error with a retry, which shows the thread', async ({
  page,
  complaints,
}) => {
  const events = await recordEvents(page)
  await showOnlyComments(page)
  // Not `unroute`, which would let the first request continue and show the thread without a retry.
  let isHanging = true
  await page.route(FRAGMENTS, (route) => (isHanging ? hang() : route.continue()))
  await page.goto(articleUrl)
  await expect(widgetOf(page)).toContainText('…')
  await expect(retry(page)).toBeVisible(PATIENCE)
  expect(await events()).toEqual([{ code: 'TIMEOUT', shown: false }])
  isHanging = false
  await retry(page).click()
  await expect(firstComment(page)).toBeVisible()
  await expect(retry(page)).toHaveCount(0)
  ignoreComplaints(complaints)
})

test('a late response is shown without a retry', async ({ page, complaints }) => {
  await showOnlyComments(page)
  let respond = () => {}
  const late = new Promise<void>((resolve) => (respond = resolve))
  await page.route(FRAGMENTS, async (route) => {
    await late
    await route.continue()
  })
  await page.goto(articleUrl)
  await expect(retry(page)).toBeVisible(PATIENCE)
  respond()
  await expect(firstComment(page)).toBeVisible()
  ignoreComplaints(complaints)
})

const failure = { status: 'error', code: 'INTERNAL', message: 'Something failed.' }
const refusals: [what: string, code: string, handler: (route: Route) => Promise<void>][] = [
  ['is lost', 'NETWORK', (route) => route.abort()],
  ['isn’t JSON', 'NETWORK', (route) => route.fulfill({ body: '<h1>Bad gateway</h1>' })],
  ['is malformed', 'NETWORK', (route) => route.fulfill({ json: { status: 'success', payload: { fragments: [] } } })],
  ['is a server error', 'INTERNAL', (route) => route.fulfill({ status: 500, json: failure })],
]
for (const [what, code, handler] of refusals) {
  test(`a response that ${what} is reported, and a retry shows the thread`, async ({ page, complaints }) => {
    const events = await recordEvents(page)
    await showOnlyComments(page)
    await page.route(FRAGMENTS, handler)
    await page.goto(articleUrl)
    await expect(retry(page)).toBeVisible()
    expect(await events()).toEqual([{ code, shown: false }])
    await page.unroute(FRAGMENTS)
    await retry(page).click()
    await expect(firstComment(page)).toBeVisible()
    ignoreComplaints(complaints)
  })
}

test('a failure to load the first view’s code is reported, and a retry loads it', async ({ page, complaints }) => {
  const events = await recordEvents(page)
  await showOnlyComments(page)
  await page.route(FIRST_VIEW, (route) => route.abort())
  await page.goto(articleUrl)
  await expect(retry(page)).toBeVisible()
  expect(await events()).toEqual([{ code: 'CODE_NOT_LOADED', shown: false }])
  await page.unroute(FIRST_VIEW)
  await retry(page).click()
  await expect(firstComment(page)).toBeVisible()
  ignoreComplaints(complaints)
})

const isCopy = ({ pathname }: URL) => pathname.startsWith('/embed-')
const isOwnFirstView = (url: URL) => FIRST_VIEW.test(url.pathname) && !isCopy(url)

test('a retry requests a hanging first view at another address', async ({ page, complaints }) => {
  const events = await recordEvents(page)
  await showOnlyComments(page)
  // The first request still hangs.
  await page.route(isOwnFirstView, hang)
  await page.goto(articleUrl)
  await expect(retry(page)).toBeVisible(PATIENCE)
  expect(await events()).toEqual([{ code: 'TIMEOUT', shown: false }])
  await retry(page).click()
  await expect(firstComment(page)).toBeVisible()
  ignoreComplaints(complaints)
})

test('when the files of its build are gone, the script finds those of the next build', async ({ page, complaints }) => {
  await showOnlyComments(page)
  await page.route(isOwnFirstView, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(articleUrl)
  await expect(firstComment(page)).toBeVisible()
  await expect(retry(page)).toHaveCount(0)
  ignoreComplaints(complaints)
})

for (const [how, handler] of [
  ['fails', (route: Route) => route.abort()],
  ['hangs', hang],
] as const) {
  test(`when the code for taking part ${how}, the press is kept, no text is lost, and a retry works`, async ({
    page,
    complaints,
  }) => {
    const events = await recordEvents(page)
    await showOnlyComments(page)
    // The original still hangs; its copy has another address.
    await page.route((url) => THREAD.test(url.pathname) && (how === 'fails' || !isCopy(url)), handler)
    await page.goto(articleUrl)
    const reply = widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()
    await reply.click()
    await page.keyboard.type('Kept')
    // A hanging file is requested at another address at once.
    if (how === 'fails') await expect(retry(page)).toBeInViewport(PATIENCE)
    await expect
      .poll(async () => (await events())[0], PATIENCE)
      .toEqual({ code: how === 'fails' ? 'CODE_NOT_LOADED' : 'TIMEOUT', shown: true })
    await expect(firstComment(page)).toBeVisible()
    if (how === 'fails') {
      await page.unrouteAll()
      // By now the page may have retried by itself.
      await retry(page).evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    }
    const box = widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })
    await expect(box).toHaveValue('Kept')
    await expect(retry(page)).toHaveCount(0)
    ignoreComplaints(complaints)
  })
}

/** A page's requests to the forum. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === forumUrl) requests.push(pathname)
  })
  page.on('websocket', () => requests.push('(socket)'))
  return requests
}

test('ten threads on a page take one request, and equal ones share it', async ({ page }) => {
  const requests = requestsOf(page)
  await page.goto(`${partnerUrl}/`)
  await page.evaluate((url) => {
    for (let number = 0; number < 10; number += 1) {
      const element = document.createElement('stoa-comments')
      element.setAttribute('community', 'FORUM')
      element.setAttribute('url', number < 5 ? url : `${url}?story=${number}`)
      document.querySelector('main')?.append(element)
    }
  }, articleUrl)
  const widgets = widgetOf(page)
  for (let number = 0; number < 10; number += 1) {
    await widgets.nth(number).scrollIntoViewIfNeeded()
    await expect(widgets.nth(number).getByRole('textbox')).toBeVisible()
  }
  await expect.poll(() => requests.includes('(socket)')).toBe(true)
  await page.waitForTimeout(3000)
  expect(requests.filter((path) => /^\/api\/articles\/(thread|fragment)/.test(path))).toHaveLength(1)
})

/** Portraits are content, and vary in size. */
const isPicture = (path: string) => path.startsWith('/media/')

test('an article with thread, poll and reactions takes five requests and 25 kB for a reader, also after recent changes', async ({
  page,
  request,
}) => {
  const faye = await apiAs(request, 'demo_faye')
  const like = { entityId: await articlePostId(request), entityType: 'Post', reactionName: 'thumb-up' }
  await faye.call('post/reaction', like)
  const requests = requestsOf(page)
  const received: Response[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(forumUrl) && !isPicture(new URL(response.url()).pathname)) received.push(response)
  })
  await page.goto(articleUrl)
  await expect(page.locator('stoa-poll').getByRole('button').first()).toBeVisible()
  await page.locator('stoa-reactions').scrollIntoViewIfNeeded()
  await expect(page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })).toBeVisible()
  await widgetOf(page).scrollIntoViewIfNeeded()
  await expect(firstComment(page)).toBeVisible()
  await expect.poll(() => requests.includes('(socket)')).toBe(true)
  await page.waitForTimeout(3000)
  const loaded = requests.filter((path) => !isPicture(path))
  expect(loaded.length, loaded.join('\n')).toBeLessThanOrEqual(5)
  await Promise.all(received.map((response) => response.finished()))
  const sizes = await Promise.all(received.map((response) => response.request().sizes()))
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(25_000)
  await faye.call('post/reaction', { ...like, reactionName: '' })
})

test('pressing reactions or a poll before their code has loaded takes effect', async ({ page }) => {
  await page.goto(articleUrl)
  await page.locator('stoa-reactions').scrollIntoViewIfNeeded()
  await page.locator('stoa-reactions').getByRole('button', { name: /^Like/ }).click()
  await (await signInWindow(page)).close()
  await page.reload()
  await page.locator('stoa-poll').getByRole('button').first().click()
  await signInWindow(page)
})

/** An article that includes the server's rendering. */
async function includeFragment(page: Page): Promise<string> {
  const query = new URLSearchParams({ community: 'FORUM', url: articleUrl })
  const response = await page.request.get(`${forumUrl}/api/articles/fragment?${query}`)
  const html = await response.text()
  const url = `${partnerUrl}/included`
  // A mocked response comes from no network that the browser knows.
  await page.context().grantPermissions(['local-network-access'], { origin: partnerUrl })
  const script = `<script type="module" src="${forumUrl}/embed.js" async></script>`
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
    <link rel="canonical" href="${articleUrl}">${script}<title>Article</title><h1>Article</h1>${html}<p>After it</p></html>`
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  return url
}

for (const [how, handler] of [
  ['fails', (route: Route) => route.abort()],
  ['hangs', hang],
] as const) {
  test(`when the style sheet of an included thread ${how}, the script provides its own`, async ({
    page,
    complaints,
  }) => {
    await page.route(`${forumUrl}/embed.css`, handler)
    await page.goto(await includeFragment(page), { waitUntil: 'commit' })
    await expect(firstComment(page)).toBeVisible()
    await expect(page.getByText('After it')).toBeVisible()
    const reply = widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()
    await expect.poll(() => reply.evaluate((button) => getComputedStyle(button).cursor)).toBe('pointer')
    await reply.click()
    await page.keyboard.type('Styled')
    await expect(widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })).toHaveValue('Styled', PATIENCE)
    ignoreComplaints(complaints)
  })
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('an included thread is readable without its style sheet', async ({ page, complaints }) => {
    await page.route(`${forumUrl}/embed.css`, (route) => route.abort())
    await page.goto(await includeFragment(page))
    await expect(firstComment(page)).toBeVisible()
    ignoreComplaints(complaints)
  })
})
