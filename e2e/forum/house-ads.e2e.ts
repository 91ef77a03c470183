import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, type BrowserContext, type Page, request } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { type ApiClient, apiAs, expect, signInAs, startForum, test } from '../support/harness.ts'

const SCRIPT = 'https://scripts.example/spot.js'
const LINK = 'https://tea.example/'
/** Views by bots, such as a headless browser, don’t count. */
const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WORDS = 'The kettle is on, and the bench by the lock is dry again. '.repeat(3)

const data = mkdtempSync(join(tmpdir(), 'stoa-house-'))
let forum: Awaited<ReturnType<typeof startForum>>
let api: APIRequestContext
let admin: ApiClient
/** A post with one place for an ad in its text. */
let post: { id: string; path: string }

test.beforeAll(async () => {
  forum = await startForum({ port: await freePort(), data })
  api = await request.newContext()
  admin = await apiAs(api, 'demo_admin', forum.url)
  const blocks = Array.from({ length: 4 }, () => ({ type: 'paragraph', data: { text: WORDS } }))
  const made = await admin.call<{ post: { id: string; slugUrl: string } }>('post/create', {
    tokenName: 'FORUM',
    title: 'Tea by the lock',
    postContent: JSON.stringify({ blocks }),
    flairId: await topicIn('FORUM'),
  })
  post = { id: made.post.id, path: `${forum.url}/bbs/FORUM/community/${made.post.slugUrl}` }
})
test.afterAll(async () => {
  await api.dispose()
  await forum.stop()
  rmSync(data, { recursive: true })
})

async function topicIn(tokenName: string): Promise<string | undefined> {
  const { community } = await admin.read<{ community: { activeFlairs: { id: string }[] } }>(`communities/${tokenName}`)
  return community.activeFlairs[0]?.id
}
/** Publishes where the forum’s ads come from; visitors are asked first. */
async function useAds(ads: { provider: 'house' | 'script'; scriptUrl?: string }): Promise<void> {
  const { domain } = await admin.read<{ domain: { latestVersion: number; settings: object } }>('domains/default')
  const settings = { ...domain.settings, ads, consent: 'required' }
  const saved = await admin.call<{ domain: { latestVersion: number } }>('domain/save', {
    ...{ name: 'default', baseVersion: domain.latestVersion, settings },
  })
  await admin.call('domain/publish', { name: 'default', version: saved.domain.latestVersion })
}
const numbers = async () => {
  const { items } = await admin.read<{ items: { views: number; clicks: number }[] }>('domains/default/insets')
  return items.map(({ views, clicks }) => ({ views, clicks }))
}
/** A visitor on a phone, where the side column isn’t shown, and what their browser asks for. */
async function visitor(browser: Browser): Promise<{ context: BrowserContext; page: Page; asked: string[] }> {
  const context = await browser.newContext({ userAgent: READER, viewport: { width: 390, height: 780 } })
  const asked: string[] = []
  await context.route(/^https:/, (route) =>
    route.request().url() === LINK
      ? route.fulfill({ contentType: 'text/html', body: '<h1>Tea</h1>' })
      : route.fulfill({ contentType: 'text/javascript', body: SPOT }),
  )
  context.on('request', (request) => asked.push(request.url()))
  return { context, page: await context.newPage(), asked }
}
const ASKED = /insets|inset-frame|spot=tea|scripts\.example/
const boxesOf = (page: Page) => page.locator('.stoa-post .stoa-app-inset')

/** What a script finds out about the page around its frame; it shows it in its own page only. */
const SPOT = `
const attempt = (name, act) => { try { act(); return name + ': yes' } catch { return name + ': no' } }
const found = [
  attempt('page', () => parent.document.title),
  attempt('cookies', () => document.cookie),
  attempt('storage', () => localStorage.length),
  attempt('leave', () => { top.location.href = 'https://elsewhere.example/' }),
  'origin: ' + self.origin,
]
document.getElementById('place').textContent = found.join(', ')
parent.postMessage({ type: 'stoa-anything', html: '<b>x</b>' }, '*')
`

test('nothing loads before the choice; then a labeled ad counts one view and one press, and none stands beside a report', async ({
  browser,
}) => {
  await useAds({ provider: 'house' })
  await admin.call('insets/save', {
    name: 'default',
    inset: {
      ...{ name: 'Tea', image: '/media/demo/bakery.svg?spot=tea', alt: 'A cup of tea', link: LINK },
      ...{ startsAt: 0, endsAt: null, share: 10 },
    },
  })
  const { context, page, asked } = await visitor(browser)
  await page.goto(post.path)
  const question = page.getByRole('dialog', { name: 'Your privacy' })
  await expect(question).toBeVisible()
  const box = boxesOf(page)
  await expect(box).toHaveCount(1)
  await page.getByRole('link', { name: 'Read More' }).click()
  await box.scrollIntoViewIfNeeded()
  const size = await box.boundingBox()
  expect(asked.filter((url) => ASKED.test(url))).toEqual([])
  await expect(box).toBeEmpty()

  await question.getByRole('button', { name: 'Allow all' }).click()
  const ad = box.getByRole('group', { name: 'Advertisement' })
  await expect(ad.getByText('Advertisement')).toBeVisible()
  const link = ad.getByRole('link', { name: 'A cup of tea' })
  await expect(link).toBeVisible()
  expect((await box.boundingBox())?.height).toBe(size?.height)
  await link.scrollIntoViewIfNeeded()
  await expect.poll(numbers).toEqual([{ views: 1, clicks: 0 }])
  const opening = context.waitForEvent('page')
  await link.click()
  const opened = await opening
  await expect(opened.getByRole('heading', { name: 'Tea' })).toBeVisible()
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  await opened.close()
  await expect.poll(numbers).toEqual([{ views: 1, clicks: 1 }])

  const reporter = await apiAs(context.request, 'demo_lou', forum.url)
  await reporter.call('report/create', {
    ...{ tokenName: 'FORUM', reportedType: 'Post', reportedPostId: post.id, reportReason: 'spam' },
  })
  // The side column of the page as it was would show another ad.
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1440, height: 900 })
  const answers: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/insets?')) return
    answers.push((await response.json()).payload.state)
  })
  await page.goto(post.path)
  await expect(box).toHaveCount(1)
  await box.scrollIntoViewIfNeeded()
  await page.locator('.stoa-app-side .stoa-app-inset').scrollIntoViewIfNeeded()
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  expect(new Set(answers)).toEqual(new Set(['noContent']))
  await expect(page.getByRole('group', { name: 'Advertisement' })).toHaveCount(0)
  expect(await numbers()).toEqual([{ views: 1, clicks: 1 }])
  await context.close()
})

test('a script runs in a sandboxed frame under its own policy, and can’t reach the page', async ({ browser }) => {
  await useAds({ provider: 'script', scriptUrl: SCRIPT })
  const { context, page, asked } = await visitor(browser)
  const policies: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/inset-frame')) policies.push(response.headers()['content-security-policy'] ?? '')
  })
  await page.goto(`${forum.url}/bbs/popular`)
  const question = page.getByRole('dialog', { name: 'Your privacy' })
  await expect(question).toBeVisible()
  const box = page.locator('.stoa-feed .stoa-app-inset').first()
  await box.scrollIntoViewIfNeeded()
  await expect(box).toBeEmpty()
  expect(asked.filter((url) => ASKED.test(url))).toEqual([])
  await question.getByRole('button', { name: 'Allow all' }).click()
  const frame = box.locator('iframe')
  await expect(frame).toBeVisible()
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox')
  await expect(box.frameLocator('iframe').locator('#place')).toHaveText(
    'page: no, cookies: no, storage: no, leave: no, origin: null',
  )
  expect(policies[0]).toContain("default-src 'none'")
  expect(policies[0]).toContain('https://scripts.example')
  expect(policies[0]).not.toContain('allow-same-origin')
  expect(new URL(page.url()).pathname).toBe('/bbs/popular')
  await expect(page.getByRole('group', { name: 'Advertisement' }).first()).toBeVisible()
  await context.close()
})

test('the ad check names the state of each place', async ({ browser }) => {
  await useAds({ provider: 'script', scriptUrl: SCRIPT })
  const { context, page } = await visitor(browser)
  await signInAs(context, 'demo_admin', forum.url)
  await page.goto(`${forum.url}/bbs/ad-debug-page`)
  const places = page.locator('.stoa-app-inset-places > li')
  await expect(places).toHaveCount(3)
  for (const place of await places.all())
    await expect(place.getByRole('status')).toHaveText('Empty: you haven’t allowed ads in “Privacy choices”.')
  await page.getByRole('dialog', { name: 'Your privacy' }).getByRole('button', { name: 'Allow all' }).click()
  for (const place of await places.all()) {
    await place.scrollIntoViewIfNeeded()
    await expect(place.getByRole('status')).toHaveText('Shown.')
  }
  await context.close()
})
