import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { startChangedBuild } from '../support/changed-build.ts'
import { expect, forumUrl, freshName, makeAccount, signInAs, signOut, startForum, test } from '../support/harness.ts'

const POST = `${forumUrl}/bbs/FORUM/community/what-should-the-square-get-first`
const FAILED = 'Couldn’t load this page'
const OFFLINE = 'You’re offline'

// Chromium logs failed requests.
test.afterEach(({ complaints }) => void complaints.splice(0))

test('a page that failed to load loads by itself once the connection is back', async ({ page, context }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'What should the square get first?' }).click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'What should the square get first?' })).toBeVisible()
  await expect(page.getByRole('heading', { name: OFFLINE })).toHaveCount(0)
  await expect(page).toHaveURL(POST)
})

test('a page whose code failed to load while offline loads by itself, too', async ({ page, context }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Ada Fernhill', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: OFFLINE })).toHaveCount(0)
})

test('a line below the header shows that the next page is loading', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route(/\/(assets|api)\//, async (route) => {
    await response
    await route.continue()
  })
  const line = () =>
    page.locator('.stoa-app-header').evaluate((header) => getComputedStyle(header, '::after').animationName)
  expect(await line()).toBe('none')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect.poll(line).toBe('stoa-app-loading')
  respond()
  await expect(page.getByRole('link', { name: 'Ada Fernhill', exact: true }).first()).toBeVisible()
  await expect.poll(line).toBe('none')
})

test('“Try again” loads a page that failed while the browser was online', async ({ page }) => {
  await page.goto(`${forumUrl}/bbs/FORUM`)
  await page.waitForLoadState('networkidle')
  let isAway = true
  await page.route(/\/(assets|api)\//, (route) => (isAway ? route.abort('connectionrefused') : route.continue()))
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Ada Fernhill', exact: true }).first()).toBeVisible()
})

test('text typed before going offline is there when the page is back', async ({ page, context }) => {
  await signInAs(context, 'demo_faye')
  await page.goto(POST)
  const box = page.getByRole('textbox', { name: 'Write a comment' })
  await box.fill('A bench first, then the rest')
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Commons|Forum/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: OFFLINE })).toHaveCount(0)
  await page.goBack()
  await expect(box).toHaveValue('A bench first, then the rest')
  await box.fill('')
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  const TITLE = 'What should the square get first?'
  /** It starts when the page is idle. */
  const WORKER = { timeout: 60_000 }
  const caches = (page: Page) => page.evaluate(() => window.caches.keys())
  const isReady = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated')
  const readLately = (page: Page) =>
    page.evaluate(async () => {
      const cache = await window.caches.open('stoa-lately')
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    })

  test('every page opens offline as the offline page, and goes on by itself', async ({ page, context }) => {
    await page.goto(`${forumUrl}/bbs/FORUM`)
    await expect.poll(() => isReady(page), WORKER).toBe(true)
    await context.setOffline(true)
    await page.goto(`${forumUrl}/bbs/picker`)
    await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Read lately on this device' })).toBeHidden()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Communities' })).toBeVisible()
    await expect(page).toHaveURL(/\/bbs\/picker\??$/)
  })

  test('a post that was read opens offline, as visitors see it, until signing out', async ({ page, context }) => {
    // A demonstration names its own accounts on every page.
    const name = freshName('offline_ann')
    await makeAccount(context.request, name)
    await signInAs(context, name)
    await page.goto(POST)
    await expect.poll(() => readLately(page), WORKER).toEqual([new URL(POST).pathname])
    expect(
      await page.evaluate(async () =>
        (await window.caches.match(location.href))?.text().then((html) => /offline_ann/.test(html)),
      ),
    ).toBe(false)
    await context.setOffline(true)
    await page.goto(`${forumUrl}/bbs/FORUM`)
    await page.getByRole('link', { name: TITLE }).click()
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
    await expect(page.getByText('There is money for one thing this year.')).toBeVisible()
    await context.setOffline(false)
    await page.goto(`${forumUrl}/bbs/FORUM`)
    await signOut(page)
    await expect.poll(() => readLately(page)).toEqual([])
  })

  test('a new build replaces the former one, online and offline', async ({ page, context }) => {
    const forum = await startChangedBuild(forumUrl)
    try {
      const post = new URL(POST).pathname
      await page.goto(forum.url + post)
      await expect.poll(() => readLately(page), WORKER).toEqual([post])
      const former = await caches(page)
      forum.change()
      await page.goto(`${forum.url}/bbs/FORUM`)
      await expect(page.getByRole('link', { name: TITLE }).first()).toBeVisible()
      // The app runs.
      await page.getByRole('button', { name: /dark/i }).first().click()
      await expect(page.locator('html')).toHaveAttribute('data-stoa-theme', 'dark')
      await expect
        .poll(async () => (await caches(page)).filter((name) => former.includes(name)))
        .toEqual(['stoa-lately'])
      await context.setOffline(true)
      await page.goto(`${forum.url}/bbs/picker`)
      await expect(page.getByRole('heading', { name: OFFLINE })).toBeVisible()
      await page.getByRole('link', { name: TITLE }).click()
      await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(await background()).toBe('rgb(20, 25, 27)')
    } finally {
      await forum.stop()
    }
  })

  test('switched off by the operator, it goes with its caches, and the page stays', async ({ page }) => {
    const data = mkdtempSync(join(tmpdir(), 'stoa-worker-'))
    const port = await freePort()
    let forum = await startForum({ port, data })
    try {
      await page.goto(`${forum.url}/bbs/FORUM`)
      await expect.poll(() => isReady(page), WORKER).toBe(true)
      await forum.stop()
      forum = await startForum({ port, data, settings: { STOA_SERVICE_WORKER: 'off' } })
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await page.goto(`${forum.url}/bbs/FORUM`)
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
        .toBe(0)
      expect(await caches(page)).toEqual([])
      expect(loads).toBe(1)
      await page.reload()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    } finally {
      await forum.stop()
      rmSync(data, { recursive: true })
    }
  })
})
