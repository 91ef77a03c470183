import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { apiAs, expect, PASSWORD, signInAs, startForum, test } from '../support/harness.ts'
import { serverSettings } from '../support/server-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-promote-'))
let forum: Awaited<ReturnType<typeof startForum>>
let port: number

/** Runs an operator's command beside the running forum. */
async function stoa(...parameters: string[]): Promise<void> {
  const cli = resolve(import.meta.dirname, '../../server/dist/cli.js')
  const env = { ...process.env, ...serverSettings({ port, data: folder }) }
  await promisify(execFile)(process.execPath, [cli, ...parameters], { env })
}

async function openPromotion(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this post' }).click()
  await page.getByRole('menuitem', { name: 'Promote…' }).click()
}

/** Nothing makes the page wider than the window. */
const expectFits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

test.beforeAll(async () => {
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ money: true, promotionDayPrice: '0.5' }))
  port = await freePort()
  forum = await startForum({ port, data: folder })
})

test.afterAll(async () => {
  await forum.stop()
  rmSync(folder, { recursive: true })
})

test('a member promotes a post, which leads its own list until an operator takes it back', async ({
  context,
  page,
  request,
}) => {
  const data = { username: 'herald', email: 'herald@example.com', password: PASSWORD }
  await request.post(`${forum.url}/api/auth/signUp`, { data, headers: { origin: forum.url } })
  const herald = await apiAs(request, 'herald', forum.url)
  await herald.call('community/join', { tokenName: 'FORUM', join: true })
  await stoa('ledger:credit', 'herald', 'FORUM', '5')
  await signInAs(context, 'herald', forum.url)
  await page.goto(`${forum.url}/bbs/FORUM?sort=new`)
  const title = (await page.locator('.stoa-card-title').nth(3).textContent()) ?? ''
  await page.getByRole('link', { name: 'Recently promoted' }).click()
  await expect(page.getByText('No promoted posts')).toBeVisible()

  await page.getByRole('link', { name: 'New', exact: true }).click()
  await page.getByRole('link', { name: title, exact: true }).click()
  await openPromotion(page)
  const dialog = page.getByRole('dialog', { name: 'Promote post' })
  await expect(dialog.getByText('You have 5 FORUM to spend.')).toBeVisible()
  await dialog.getByRole('radio', { name: /30 days/ }).check()
  await expect(dialog.getByRole('button', { name: 'Promote for 15 FORUM' })).toBeDisabled()
  await dialog.getByRole('radio', { name: /3 days/ }).check()
  await dialog.getByRole('button', { name: 'Promote for 1.5 FORUM' }).click()
  await expect(page.getByText(/^Promoted until /)).toBeVisible()
  const mark = page.locator('.stoa-publisher').getByText('Promoted', { exact: true })
  await expect(mark).toBeVisible()

  const url = page.url()
  const reader = await context.newPage()
  await reader.goto(`${forum.url}/bbs/FORUM?sort=promoted`)
  const card = reader.locator('.stoa-card')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(title)
  await expect(card.getByText('Promoted', { exact: true })).toBeVisible()
  await reader.goto(`${forum.url}/bbs/wallet`)
  await expect(reader.getByText('Promotion of a post')).toBeVisible()
  await expect(reader.getByText('3.5')).toBeVisible()

  await page.goto(url)
  await expect(mark).toBeVisible()
  const { items } = await herald.read<{ items: { id: string }[] }>('wallets/FORUM/history?type=promotions')
  await stoa('ledger:reverse', items[0]?.id ?? '')
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.stoa-publisher')).toBeVisible()
    await expect(mark).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await reader.goto(`${forum.url}/bbs/FORUM?sort=promoted`)
  await expect(reader.getByText('No promoted posts')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(url)
  await openPromotion(page)
  await page.getByRole('radio', { name: /3 days/ }).check()
  await expectFits(page)
  await page.getByRole('button', { name: 'Promote for 1.5 FORUM' }).click()
  await expect(page.getByText(/^Promoted until /)).toBeVisible()
  await expect(mark).toBeVisible()
  await expectFits(page)
  for (const path of ['FORUM?sort=promoted', 'wallet']) {
    await page.goto(`${forum.url}/bbs/${path}`)
    await expect(page.getByText(path === 'wallet' ? 'Promotion of a post' : title).first()).toBeVisible()
    await expectFits(page)
  }
})
