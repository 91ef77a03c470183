import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { expect, signInAs, startForum, test } from '../support/harness.ts'

const words = {
  'app.login': 'تسجيل الدخول',
  'login.signIn.title': 'تسجيل الدخول',
  'app.account': 'حسابك، {name}',
  'app.communities': 'المجتمعات',
  'community.posts': 'المنشورات',
  'feed.loadMore': 'المزيد',
}

/** Stoa’s own texts, below those of the forum. */
const catalogue: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../packages/languages/src/ar.json', import.meta.url), 'utf8'),
)

const folder = mkdtempSync(join(tmpdir(), 'stoa-rtl-'))
let forum: Awaited<ReturnType<typeof startForum>>

test.beforeAll(async () => {
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ language: 'ar', languages: [], domainDisplayName: 'رواق' }),
  )
  mkdirSync(join(folder, 'lang'))
  writeFileSync(join(folder, 'lang/ar.json'), JSON.stringify(words))
  forum = await startForum({ port: await freePort(), data: folder })
})

test.afterAll(async () => {
  await forum.stop()
  rmSync(folder, { recursive: true })
})

/** Whether an element starts in the right half of the page. */
const beginsOnTheRight = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  const width = page.viewportSize()?.width ?? 0
  return box !== null && box.x + box.width / 2 > width / 2
}

test('an Arabic forum is laid out from right to left, in Arabic, before and after hydration', async ({
  page,
  request,
}) => {
  const html = await (await request.get(forum.url)).text()
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain(words['community.posts'])
  await page.goto(forum.url)
  const signIn = page.getByRole('link', { name: words['app.login'] })
  await expect(signIn).toBeVisible()
  // Text starts at the side of its own direction.
  await expect(page.locator('.stoa-card-excerpt').first()).toHaveCSS('text-align', 'start')
  await expect(page.locator('.stoa-card-excerpt').first()).toHaveCSS('direction', 'ltr')
  expect(await beginsOnTheRight(page, '.stoa-app-brand')).toBe(true)
  await signIn.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['app.login'])
  await expect(page.getByLabel(catalogue['login.password'] ?? '', { exact: true })).toBeVisible()
})

test('list markers and quote bars are on the side where their text starts', async ({ page }) => {
  await page.goto(`${forum.url}/bbs/FORUM/community/welcome-to-the-commons`)
  for (const list of await page.locator('.stoa-post-list').all()) await expect(list).toHaveCSS('direction', 'ltr')
  await page.goto(`${forum.url}/bbs/FORUM/what-the-ferry-was-for`)
  await expect(page.locator('.stoa-post-quote')).toHaveCSS('direction', 'ltr')
})

test('nothing is cut off on a narrow phone that reads from right to left', async ({ page, context }) => {
  await signInAs(context, 'demo_ada', forum.url)
  await page.setViewportSize({ width: 360, height: 740 })
  const paths = [
    '/',
    '/bbs/FORUM/community/what-should-the-square-get-first',
    '/author/demo-ada',
    '/bbs/FORUM/posts/create',
  ]
  for (const path of paths) {
    await page.goto(forum.url + path)
    // The composer hides it.
    await expect(page.locator('.stoa-app-bar')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // A right-to-left page overflows to the left, which can't be scrolled to.
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll('header *, main *')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          const isClipped =
            element.closest('.stoa-scroll-row, .stoa-tab-list, .stoa-avatar, .stoa-visually-hidden, [hidden]') !== null
          return width > 1 && !isClipped && (left < 0 || right > innerWidth)
        }).length,
    )
    expect.soft({ path, cut }).toEqual({ path, cut: 0 })
  }
})
