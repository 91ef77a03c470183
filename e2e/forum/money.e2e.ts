import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import {
  expect,
  signInAs,
  signInWindow,
  startForum,
  test,
  waitForHydration,
  waitForLive,
  widgetOf,
} from '../support/harness.ts'
import { runData } from '../support/server-settings.ts'

const PHONE = { width: 360, height: 740 }
const data = join(runData(), 'money')
const POST = '/bbs/FORUM/community/welcome-to-the-commons'
let forum: Awaited<ReturnType<typeof startForum>>

// The first turns money off and on.
test.describe.configure({ mode: 'serial' })
// A forum of its own, since others need its money all the time.
test.beforeAll(async () => {
  forum = await startForum({ port: await freePort(), data })
})
test.afterAll(async () => {
  await forum.stop()
  rmSync(data, { recursive: true, force: true })
})

async function pageOf(browser: Browser, login: string | null): Promise<Page> {
  const context = await browser.newContext()
  if (login) await signInAs(context, login, forum.url)
  return context.newPage()
}

async function openLive(page: Page, address: string): Promise<void> {
  const live = waitForLive(page)
  await page.goto(address)
  await live
}

const tips = (page: Page) => page.locator('.stoa-post-footer .stoa-tips')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Tip / })

test('an admin turns money off and on', async ({ browser }) => {
  const page = await pageOf(browser, 'demo_admin')
  await page.goto(`${forum.url}/bbs/network-admin-dashboard/domains/default`)
  for (const [isOn, version] of [
    [false, 3],
    [true, 4],
  ] as const) {
    await page.getByRole('checkbox', { name: 'Wallets and tips' }).setChecked(isOn)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Publish' }).first().click()
    await expect(page.getByText(`Version ${version} is published`).first()).toBeVisible()
  }
  await page.goto(`${forum.url}/bbs/network-admin-dashboard/log`)
  await expect(page.getByText('Admin: turned on money of default')).toBeVisible()
  await page.context().close()
})

test('on a phone a member tips a post and a comment, and everybody sees the sums at once', async ({ browser }) => {
  const [page, visitor] = [await pageOf(browser, 'demo_lou'), await pageOf(browser, null)]
  await page.setViewportSize(PHONE)
  for (const one of [page, visitor]) await openLive(one, forum.url + POST)
  await expect(visitor.getByRole('button', { name: 'Tip', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await expect(dialogOf(page)).toContainText('You have 75 FORUM, 15 of it as credit')
  await dialogOf(page).getByRole('radio', { name: '5' }).check()
  await dialogOf(page).getByRole('button', { name: 'Tip 5 FORUM' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  for (const one of [page, visitor]) await expect(tips(one)).toHaveText('5 FORUM in tips')

  const comment = page.locator('[data-comment]').filter({ hasText: 'Emi Hazel' }).first()
  const id = await comment.getAttribute('data-comment')
  await comment.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Tip' }).click()
  await dialogOf(page).getByRole('radio', { name: 'Other' }).check()
  const amount = dialogOf(page).getByRole('textbox', { name: 'Your amount' })
  await amount.fill('70.000001')
  await amount.press('Enter')
  await expect(dialogOf(page)).toContainText('This is more than you have.')
  await amount.fill('0.5')
  await amount.press('Enter')
  await expect(dialogOf(page)).toHaveCount(0)
  for (const one of [page, visitor])
    await expect(one.locator(`[data-comment="${id}"] .stoa-tips`)).toHaveText('0.5 FORUM in tips')
  // Wide enough for everything, too.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)

  await page.goto(`${forum.url}/bbs/wallet`)
  await expect(page.getByText('9.5', { exact: true })).toBeVisible()
  for (const one of [page, visitor]) await one.context().close()
})

test('a tip whose answer got lost is paid once, also after the page was reloaded', async ({ browser, complaints }) => {
  const page = await pageOf(browser, 'demo_lou')
  await openLive(page, forum.url + POST)
  const before = Number.parseFloat((await tips(page).textContent()) ?? '')
  // The page retries by itself, so all answers get lost.
  await page.route('**/api/wallet/tip', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const tipOne = async () => {
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Tip 1 FORUM' }).click()
  }
  await tipOne()
  await expect(dialogOf(page)).toContainText('you never pay twice')
  await page.unroute('**/api/wallet/tip')
  await page.reload()
  await tipOne()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(tips(page)).toHaveText(`${before + 1} FORUM in tips`)
  complaints.length = 0
  await page.context().close()
})

test('in an article a comment shows its tips, and its menu leads to the forum’s dialog', async ({ browser }) => {
  const page = await pageOf(browser, 'demo_lou')
  const partner = `http://127.0.0.1:${Number(new URL(forum.url).port) + 1}`
  await page.goto(`${partner}/articles/footbridge-reopens.html`)
  await waitForHydration(page)
  await page.locator('stoa-reactions').getByRole('button', { name: /^Like/ }).click()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  const viewer = page.waitForResponse((response) => response.ok() && response.url().endsWith('/api/me'))
  await popup.getByRole('button', { name: /^Continue as/ }).click()
  await closing
  await viewer

  const comment = widgetOf(page)
    .locator('[data-comment]')
    .filter({ hasText: 'Reply', hasNotText: 'Lou Pepper' })
    .first()
  const id = await comment.getAttribute('data-comment')
  await comment.getByRole('button', { name: /^More actions/ }).click()
  const opened = page.context().waitForEvent('page')
  await widgetOf(page).getByRole('menuitem', { name: /^Tip/ }).click()
  const tab = await opened
  await dialogOf(tab).getByRole('button', { name: 'Tip 1 FORUM' }).click()
  for (const one of [tab.locator('main'), widgetOf(page)])
    await expect(one.locator(`[data-comment="${id}"] .stoa-tips`)).toHaveText('1 FORUM in tips')
  await expect(tab).not.toHaveURL(/tip/)
  await page.context().close()
})
