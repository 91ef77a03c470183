import type { Page, Route } from '@playwright/test'
import {
  articlePostId,
  articleUrl,
  type Complaints,
  elsewhere,
  expect,
  forumUrl,
  partnerUrl,
  signInWindow,
  test,
  widgetOf,
  withCommentsAlone,
} from './harness.ts'

const FRAGMENTS = /\/api\/articles\/fragments\?/
const FIRST_VIEW = /\/first-view-[\w-]+\.js$/
const THREAD = /\/thread-[\w-]+\.js$/
/** Somebody waits ten seconds at most, on a machine that has time for them. */
const PATIENCE = { timeout: 45_000 }

interface Told {
  code: string
  shown: boolean
}

/** Hears what the elements tell the page. */
async function listen(page: Page): Promise<() => Promise<Told[]>> {
  await page.addInitScript(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    document.addEventListener('stoa-error', (event) => {
      const { code, shown } = (event as CustomEvent).detail
      told.push({ code, shown })
    })
  })
  return () => page.evaluate(() => (window as unknown as { told: Told[] }).told)
}

/** Complaints of the browser about what a journey blocked on purpose, and of the widget about it. */
function forgive(complaints: Complaints): void {
  complaints.length = 0
}

const hang = () => new Promise<void>(() => {})
const retry = (page: Page) => page.locator('stoa-comments').getByRole('button', { name: /Try again/ })
const firstComment = (page: Page) => widgetOf(page).getByText('Name the bench after the ferry.')

test('while the forum does not answer there is a placeholder, then words and another try, which shows the thread', async ({
  page,
  complaints,
}) => {
  const told = await listen(page)
  await withCommentsAlone(page)
  // Not `unroute`: that lets the first request go on, and its answer would show the thread without another try.
  let isHanging = true
  await page.route(FRAGMENTS, (route) => (isHanging ? hang() : route.continue()))
  await page.goto(articleUrl)
  await expect(widgetOf(page)).toContainText('Loading')
  await expect(retry(page)).toBeVisible(PATIENCE)
  expect(await told()).toEqual([{ code: 'TIMEOUT', shown: false }])
  isHanging = false
  await retry(page).click()
  await expect(firstComment(page)).toBeVisible()
  await expect(retry(page)).toHaveCount(0)
  forgive(complaints)
})

test('an answer that comes late is shown without another try', async ({ page, complaints }) => {
  await withCommentsAlone(page)
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  await page.route(FRAGMENTS, async (route) => {
    await late
    await route.continue()
  })
  await page.goto(articleUrl)
  await expect(retry(page)).toBeVisible(PATIENCE)
  answer()
  await expect(firstComment(page)).toBeVisible()
  forgive(complaints)
})

const failure = { status: 'error', code: 'INTERNAL', message: 'Something failed.' }
const refusals: [what: string, code: string, answer: (route: Route) => Promise<void>][] = [
  ['does not come through', 'NETWORK', (route) => route.abort()],
  ['is no JSON', 'NETWORK', (route) => route.fulfill({ body: '<h1>Bad gateway</h1>' })],
  ['makes no sense', 'NETWORK', (route) => route.fulfill({ json: { status: 'success', payload: { fragments: [] } } })],
  ['is a failure of the server', 'INTERNAL', (route) => route.fulfill({ status: 500, json: failure })],
]
for (const [what, code, answer] of refusals) {
  test(`an answer that ${what} is told, and another try shows the thread`, async ({ page, complaints }) => {
    const told = await listen(page)
    await withCommentsAlone(page)
    await page.route(FRAGMENTS, answer)
    await page.goto(articleUrl)
    await expect(retry(page)).toBeVisible()
    expect(await told()).toEqual([{ code, shown: false }])
    await page.unroute(FRAGMENTS)
    await retry(page).click()
    await expect(firstComment(page)).toBeVisible()
    forgive(complaints)
  })
}

test('without the code of the first view the reader is told, and another try gets it', async ({ page, complaints }) => {
  const told = await listen(page)
  await withCommentsAlone(page)
  await page.route(FIRST_VIEW, (route) => route.abort())
  await page.goto(articleUrl)
  await expect(retry(page)).toBeVisible()
  expect(await told()).toEqual([{ code: 'CODE_NOT_LOADED', shown: false }])
  await page.unroute(FIRST_VIEW)
  await retry(page).click()
  await expect(firstComment(page)).toBeVisible()
  forgive(complaints)
})

const isCopy = ({ pathname }: URL) => pathname.startsWith('/embed-')
const isOwnFirstView = (url: URL) => FIRST_VIEW.test(url.pathname) && !isCopy(url)

test('a first view that hangs is asked for at another address with the next try', async ({ page, complaints }) => {
  const told = await listen(page)
  await withCommentsAlone(page)
  // The request goes on hanging.
  await page.route(isOwnFirstView, hang)
  await page.goto(articleUrl)
  await expect(retry(page)).toBeVisible(PATIENCE)
  expect(await told()).toEqual([{ code: 'TIMEOUT', shown: false }])
  await retry(page).click()
  await expect(firstComment(page)).toBeVisible()
  forgive(complaints)
})

test('where the files of its build are gone the script finds those of the next one', async ({ page, complaints }) => {
  await withCommentsAlone(page)
  await page.route(isOwnFirstView, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(articleUrl)
  await expect(firstComment(page)).toBeVisible()
  await expect(retry(page)).toHaveCount(0)
  forgive(complaints)
})

for (const [how, answer] of [
  ['fails', (route: Route) => route.abort()],
  ['hangs', hang],
] as const) {
  test(`where the code for taking part ${how}, the press is kept, nothing typed is lost, and another try does it`, async ({
    page,
    complaints,
  }) => {
    const told = await listen(page)
    await withCommentsAlone(page)
    // What hangs goes on hanging; its copy is another address.
    await page.route((url) => THREAD.test(url.pathname) && (how === 'fails' || !isCopy(url)), answer)
    await page.goto(articleUrl)
    const reply = widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()
    await reply.click()
    await page.keyboard.type('Kept')
    // What hangs is tried by another address at once.
    if (how === 'fails') await expect(retry(page)).toBeInViewport(PATIENCE)
    await expect
      .poll(async () => (await told())[0], PATIENCE)
      .toEqual({ code: how === 'fails' ? 'CODE_NOT_LOADED' : 'TIMEOUT', shown: true })
    await expect(firstComment(page)).toBeVisible()
    if (how === 'fails') {
      await page.unrouteAll()
      await retry(page).click()
    }
    const box = widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })
    await expect(box).toHaveValue('Kept')
    await expect(retry(page)).toHaveCount(0)
    forgive(complaints)
  })
}

/** What a page asked the forum for. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === forumUrl) asked.push(pathname)
  })
  page.on('websocket', () => asked.push('(socket)'))
  return asked
}

test('ten threads of a page take one request, and equal ones share it', async ({ page }) => {
  const asked = requestsOf(page)
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
  await expect.poll(() => asked.includes('(socket)')).toBe(true)
  await page.waitForTimeout(3000)
  expect(asked.filter((path) => /^\/api\/articles\/(thread|fragment)/.test(path))).toHaveLength(1)
})

/** Portraits of people: content, and as large as they were uploaded. */
const isPicture = (path: string) => path.startsWith('/media/')

test('an article with thread, poll and thumbs takes five requests and 25 kB of somebody who reads it, also right after something happened', async ({
  page,
  request,
}) => {
  const faye = await elsewhere(request, 'demo_faye')
  const like = { entityId: await articlePostId(request), entityType: 'Post', reactionName: 'thumb-up' }
  await faye.call('post/reaction', like)
  const asked = requestsOf(page)
  const received: Promise<number>[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(forumUrl) || isPicture(new URL(response.url()).pathname)) return
    received.push(
      response
        .finished()
        .then(() => response.request().sizes())
        .then(({ responseBodySize }) => responseBodySize),
    )
  })
  await page.goto(articleUrl)
  await expect(page.locator('stoa-poll').getByRole('button').first()).toBeVisible()
  await page.locator('stoa-reactions').scrollIntoViewIfNeeded()
  await expect(page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })).toBeVisible()
  await widgetOf(page).scrollIntoViewIfNeeded()
  await expect(firstComment(page)).toBeVisible()
  await expect.poll(() => asked.includes('(socket)')).toBe(true)
  await page.waitForTimeout(3000)
  const loaded = asked.filter((path) => !isPicture(path))
  expect(loaded.length, loaded.join('\n')).toBeLessThanOrEqual(5)
  expect((await Promise.all(received)).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(25_000)
  await faye.call('post/reaction', { ...like, reactionName: '' })
})

test('a press on thumbs or poll before there is code for it has its effect', async ({ page }) => {
  await page.goto(articleUrl)
  await page.locator('stoa-reactions').scrollIntoViewIfNeeded()
  await page.locator('stoa-reactions').getByRole('button', { name: /^Like/ }).click()
  await (await signInWindow(page)).close()
  await page.reload()
  await page.locator('stoa-poll').getByRole('button').first().click()
  await signInWindow(page)
})

/** An article in which the publisher has included the server's rendering. */
async function includeFragment(page: Page): Promise<string> {
  const query = new URLSearchParams({ community: 'FORUM', url: articleUrl })
  const response = await page.request.get(`${forumUrl}/api/articles/fragment?${query}`)
  const html = await response.text()
  const url = `${partnerUrl}/included`
  // An answer that is made here comes from no network that the browser knows.
  await page.context().grantPermissions(['local-network-access'], { origin: partnerUrl })
  const script = `<script type="module" src="${forumUrl}/embed.js" async></script>`
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
    <link rel="canonical" href="${articleUrl}">${script}<title>Article</title><h1>Article</h1>${html}<p>After it</p></html>`
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  return url
}

for (const [how, answer] of [
  ['fails', (route: Route) => route.abort()],
  ['hangs', hang],
] as const) {
  test(`where the style sheet of an included thread ${how}, the script brings its own`, async ({
    page,
    complaints,
  }) => {
    await page.route(`${forumUrl}/embed.css`, answer)
    await page.goto(await includeFragment(page), { waitUntil: 'commit' })
    await expect(firstComment(page)).toBeVisible()
    await expect(page.getByText('After it')).toBeVisible()
    const reply = widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()
    await expect.poll(() => reply.evaluate((button) => getComputedStyle(button).cursor)).toBe('pointer')
    await reply.click()
    await page.keyboard.type('Styled')
    await expect(widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })).toHaveValue('Styled', PATIENCE)
    forgive(complaints)
  })
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('an included thread can be read where its style sheet fails', async ({ page, complaints }) => {
    await page.route(`${forumUrl}/embed.css`, (route) => route.abort())
    await page.goto(await includeFragment(page))
    await expect(firstComment(page)).toBeVisible()
    forgive(complaints)
  })
})
