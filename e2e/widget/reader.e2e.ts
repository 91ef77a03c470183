import type { Page } from '@playwright/test'
import { articleUrl, expect, forumUrl, showOnlyComments, test, waitForHydration } from '../support/harness.ts'
import { layoutShifts, recordLayoutShifts } from '../support/layout-shifts.ts'

/** State of the page at the widget's first comment. */
interface FirstView {
  firstComment: { node: Element; at: number } | undefined
}

/** Records when the widget's first comment appears, and layout shifts. */
async function watchFirstView(page: Page): Promise<void> {
  await recordLayoutShifts(page.context())
  await page.addInitScript(() => {
    const view = window as unknown as FirstView
    const record = () => {
      const node = document.querySelector('stoa-comments')?.shadowRoot?.querySelector('article')
      if (node) view.firstComment = { node, at: performance.now() }
      else requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })
}

test('a reader sees an article’s thread after three requests to the forum, without layout shift', async ({ page }) => {
  await watchFirstView(page)
  await showOnlyComments(page)
  const response = await page.goto(articleUrl)
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
  await waitForHydration(page)

  const requests = await page.evaluate((forum) => {
    const { at = 0 } = (window as unknown as FirstView).firstComment ?? {}
    const resources = performance.getEntriesByType('resource')
    return resources.filter(({ name, startTime }) => name.startsWith(forum) && startTime < at).map(({ name }) => name)
  }, forumUrl)
  const kinds = requests.map((url) => new URL(url).pathname.replace(/-[\w-]{6,}\.js$/, '.js'))
  expect(kinds).toEqual(expect.arrayContaining(['/embed.js', '/api/articles/fragments']))
  expect(kinds.length, kinds.join(' ')).toBeLessThanOrEqual(3)
  expect(await layoutShifts(page)).toEqual([])
})

test('a comment’s link leads to it in the article, also if it isn’t on the first page', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  await expect(page.locator('stoa-comments').getByRole('article')).not.toHaveCount(0)
  const ids = await page
    .locator('stoa-comments')
    .getByRole('article')
    .evaluateAll((all) => all.map(({ id }) => id))
  const [first = '', last = ''] = [ids[0], ids.at(-1)]
  const linked = (id: string) => page.locator(`stoa-comments [data-highlighted="true"]#${id}`)
  await page.goto('about:blank')
  await page.goto(`${articleUrl}#${last}`)
  await expect(linked(last)).toBeInViewport()
  await page.evaluate((id) => (location.hash = id), first)
  await expect(linked(first)).toBeInViewport()
  await page.route(articleUrl, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<stoa-comments', '<stoa-comments page-size="1"')
    await route.fulfill({ response, body })
  })
  await page.goto('about:blank')
  await page.context().grantPermissions(['local-network-access'], { origin: new URL(articleUrl).origin })
  await page.goto(`${articleUrl}#${last}`)
  await expect(linked(last)).toBeInViewport()
})

test('the comments in view don’t move when the widget is hydrated', async ({ page }) => {
  await watchFirstView(page)
  await page.goto(articleUrl)
  await waitForHydration(page)
  await expect(page.locator('stoa-comments').getByRole('article')).not.toHaveCount(0)
  const isSame = await page.evaluate(() => {
    const { node } = (window as unknown as FirstView).firstComment ?? {}
    return node?.isConnected && node === document.querySelector('stoa-comments')?.shadowRoot?.querySelector('article')
  })
  expect(isSame).toBe(true)
  expect(await layoutShifts(page)).toEqual([])
})

test('the thread appears without layout shift if a reader waits at its place', async ({ page }) => {
  await watchFirstView(page)
  await showOnlyComments(page)
  let respond = () => {}
  const late = new Promise<void>((resolve) => (respond = resolve))
  await page.route(/\/api\/articles\/fragments/, async (route) => {
    await late
    await route.continue()
  })
  await page.goto(articleUrl)
  await page.locator('stoa-comments').scrollIntoViewIfNeeded()
  await expect(page.locator('stoa-comments')).toContainText('…')
  respond()
  await waitForHydration(page)
  expect(await layoutShifts(page)).toEqual([])
})

test('an article shows poll, reactions and comments of one thread', async ({ page }) => {
  await page.goto(articleUrl)
  await waitForHydration(page)
  await expect(page.locator('stoa-poll').getByRole('button', { name: /^The bench in the middle/ })).toBeVisible()
  await expect(page.locator('stoa-reactions').getByRole('button', { name: /^Like/ })).toBeVisible()
  await expect(page.locator('stoa-comments').getByText('Name the bench after the ferry.')).toBeVisible()
})

test('the front page shows the number of comments of each article', async ({ page }) => {
  await page.goto(new URL('/', articleUrl).href)
  await expect(page.locator('stoa-count').first()).toHaveText(/^\d+ comments$/)
  await expect(page.locator('stoa-count').last()).toHaveText('No comments')
})
