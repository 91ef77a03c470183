import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Locator, Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { expect, signInAs, startForum, test } from '../support/harness.ts'
import { pressKey, typeInto } from '../support/keyboard.ts'
import { localChainOf } from '../support/local-chain.ts'
import { MOONPAY_URL, openMoonpay, purchaseOf, tellForum } from '../support/moonpay.ts'
import { runData, serverSettings } from '../support/server-settings.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }
const data = join(runData(), 'payments')
const settings = { STOA_CHAIN_CONFIRMATIONS: '3', STOA_MOONPAY_URL: MOONPAY_URL }
let forum: Awaited<ReturnType<typeof startForum>>
let port: number

// The money of one is where it is for the next.
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  mkdirSync(data, { recursive: true })
  const limits = { twoPeopleAbove: 150, perDay: 70 }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ money: true, moneyLimits: limits }))
  port = await freePort()
  forum = await startForum({ port, data, settings })
})
test.afterAll(async () => {
  await forum.stop()
  rmSync(data, { recursive: true, force: true })
})

/** Runs an operator's command beside the running forum, and resolves to what it says. */
async function stoa<Answer>(...parameters: string[]): Promise<Answer> {
  const cli = resolve(import.meta.dirname, '../../server/dist/cli.js')
  const env = { ...process.env, ...serverSettings({ port, data }), ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...parameters, '--json'], { env })
  return JSON.parse(stdout) as Answer
}

/** A page in a browser of its own. */
async function pageOf(browser: Browser, login: string, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport })
  await signInAs(context, login, forum.url)
  return context.newPage()
}

/** The page doesn't scroll sideways, and nothing to press is outside of it or too small. */
async function expectFits(page: Page): Promise<void> {
  const misfits = await page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      ':is(main, dialog[open]) :is(button, input, select, textarea)',
    )
    // A row of filters scrolls within itself.
    const free = [...targets].filter((target) => !target.closest('.stoa-scroll-row'))
    const outside = free.filter((target) => {
      const { left, right, width, height } = target.getBoundingClientRect()
      return width > 0 && (left < 0 || right > innerWidth || height < 24 || width < 24)
    })
    const names = outside.map(({ outerHTML }) => outerHTML.slice(0, 200))
    return document.documentElement.scrollWidth > innerWidth ? ['page', ...names] : names
  })
  expect(misfits).toEqual([])
}

/** The member returns to the page from somewhere else, until it shows what they wait for. */
async function returnUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(shown).toBeVisible({ timeout: 500 })
  }).toPass()
}

const balance = (page: Page, amount: string) =>
  page.locator('.stoa-wallet-sums > div', { hasText: 'Balance' }).getByText(`${amount} FORUM`, { exact: true })
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')

test('a member deposits, sees it arrive on two devices, and withdraws by keyboard', async ({ browser }) => {
  const page = await pageOf(browser, 'demo_lou', DESKTOP)
  const phone = await pageOf(browser, 'demo_lou', PHONE)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${forum.url}/bbs/wallet`)
  await page.getByRole('button', { name: 'Show my address' }).click()
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
  const [address = '', , contract = ''] = await page.locator('.stoa-wallet-address code').allTextContents()
  expect(address).toMatch(/^0x[\da-fA-F]{40}$/)
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await phone.goto(`${forum.url}/bbs/wallet`)
  await expect(phone.getByText(address)).toBeVisible()
  await expectFits(phone)

  const chain = await localChainOf(data)
  const { address: payer } = await stoa<{ address: string }>('chain:wallet')
  await chain.fund(payer)
  await chain.send(contract, { to: payer, tokens: 100 })
  await chain.send(contract, { to: address, tokens: 12.5 })
  await chain.mine(1)
  for (const one of [page, phone]) await returnUntil(one, rows(one, 'Newest deposits').getByText('1 of 3 blocks'))
  await expect(balance(page, '60')).toBeVisible()

  const form = page.getByRole('form', { name: 'Withdraw' })
  await typeInto(page, 'Address', chain.stranger.slice(0, -1))
  await typeInto(page, 'Amount to withdraw', '80')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Enter an address: 0x and 40 digits.')).toBeVisible()
  await expect(form.getByText('You have 60 FORUM.')).toBeVisible()
  await typeInto(page, 'Amount to withdraw', '20.25')
  // Mixed case is a checksum, so this one has a slip.
  await typeInto(
    page,
    'Address',
    chain.stranger.replace(/[a-f]/, (digit) => digit.toUpperCase()),
  )
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Withdraw 20.25 FORUM?' })
  const send = confirm.getByRole('button', { name: 'Withdraw now' })
  await pressKey(page, send)
  await expect(form.getByText('This is not a valid address.')).toBeVisible()
  await typeInto(page, 'Address', chain.stranger)
  await page.keyboard.press('Enter')
  await expect(confirm.getByText(chain.stranger)).toBeVisible()
  const answer = page.waitForResponse((response) => response.ok() && response.url().endsWith('/api/wallet/withdraw'))
  await pressKey(page, send)
  expect((await (await answer).json()).payload.state).toBe('waiting')
  await expect(balance(page, '39.75')).toBeVisible()
  const paid = rows(page, 'Newest withdrawals')
  await returnUntil(page, paid.getByText('Sent'))
  expect(await chain.tokensOf(contract, chain.stranger)).toBe(0)

  // Deep enough for both.
  await chain.mine(3)
  for (const one of [page, phone]) {
    await returnUntil(one, rows(one, 'Newest withdrawals').getByText('Done'))
    await returnUntil(one, rows(one, 'Newest deposits').getByText('Credited'))
    await expect(balance(one, '52.25')).toBeVisible()
    await expect(rows(one, 'History').first()).toContainText('Deposit')
  }
  expect(await chain.tokensOf(contract, chain.stranger)).toBe(20.25)

  await phone.getByLabel('Address', { exact: true }).fill(chain.stranger)
  await phone.getByLabel('Amount to withdraw').fill('1')
  await phone.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expectFits(phone)
  await phone.getByRole('button', { name: 'Withdraw now' }).click()
  await expect(phone.getByText(/^Slow Down/)).toBeVisible()
  await expect(balance(phone, '52.25')).toBeVisible()
  await expectFits(phone)
  for (const one of [page, phone]) await one.context().close()
})

test('a member buys tokens with a card, sends some away, and owes a part of the refund', async ({
  browser,
  request,
}) => {
  const page = await pageOf(browser, 'demo_emi', DESKTOP)
  await openMoonpay(page.context(), 'purchase-1')
  await page.goto(`${forum.url}/bbs/wallet`)
  await page.getByRole('button', { name: 'Continue to MoonPay' }).click()
  const back = page.getByRole('link', { name: 'Return to the forum' })
  await expect(back).toBeVisible()
  const purchase = { forum: forum.url, id: 'purchase-1', coins: 25, ...purchaseOf(page.url()) }
  await back.click()
  await expect(page).toHaveURL(/\/bbs\/fiat-in-success\?/)
  await expect(page.getByRole('heading', { name: 'Your purchase is on its way' })).toBeVisible()
  const phone = await pageOf(browser, 'demo_emi', PHONE)
  await phone.goto(page.url())
  await expectFits(phone)
  await tellForum(request, { ...purchase, status: 'pending' })
  await tellForum(request, { ...purchase, status: 'completed' })
  // MoonPay repeats itself.
  await tellForum(request, { ...purchase, status: 'completed' })
  for (const one of [page, phone]) {
    await returnUntil(one, one.getByRole('heading', { name: '25 FORUM arrived' }))
    await one.getByRole('link', { name: 'Open wallet' }).click()
    await expect(balance(one, '70')).toBeVisible()
    await expect(rows(one, 'History').first()).toContainText('Bought with a card')
  }

  const send = async (name: string, amount: string) => {
    await phone.getByLabel('Username').fill(name)
    await phone.getByLabel('Amount', { exact: true }).fill(amount)
    await phone.getByRole('button', { name: 'Continue', exact: true }).click()
    await expectFits(phone)
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
  }
  await send('nobody_here', '60')
  await expect(phone.getByText('The receiver does not exist.')).toBeVisible()
  await send('@demo_lou', '60')
  await expect(phone.getByText('Sent 60 FORUM to Lou Pepper.')).toBeVisible()
  await expect(balance(phone, '10')).toBeVisible()
  await expectFits(phone)

  await tellForum(request, { ...purchase, status: 'refunded' })
  await page.reload()
  await expect(balance(page, '0')).toBeVisible()
  await expect(page.getByText('You’ve spent a part of it. 15 FORUM will be taken from your balance.')).toBeVisible()
  await expect(rows(page, 'History').first()).toContainText('Refunded purchase')
  for (const one of [page, phone]) await one.context().close()
})

test('a large payment waits for a cashier, and a cash-out for two', async ({ browser }) => {
  const partner = await pageOf(browser, 'demo_cleo', PHONE)
  const moderator = await pageOf(browser, 'demo_ben', DESKTOP)
  const owner = await pageOf(browser, 'demo_ada', DESKTOP)
  const admin = await pageOf(browser, 'demo_admin', PHONE)
  await partner.goto(`${forum.url}/bbs/wallet`)
  const form = partner.getByRole('form', { name: 'Cash out' })
  await form.getByLabel('Amount to cash out').fill('200')
  await form.getByLabel('Where to pay').fill('Account 56 78')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expectFits(partner)
  await partner.getByRole('alertdialog').getByRole('button', { name: 'Cash out' }).click()
  const own = rows(partner, 'Your requests').first()
  await expect(own).toContainText('Two cashiers check it.')
  await expectFits(partner)

  await moderator.goto(`${forum.url}/bbs/wallet`)
  await moderator.getByLabel('Username').fill('demo_lou')
  await moderator.getByLabel('Amount', { exact: true }).fill('75')
  await moderator.getByRole('button', { name: 'Continue', exact: true }).click()
  await moderator.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
  await expect(moderator.getByText('A cashier checks your payment of 75 FORUM to Lou Pepper first.')).toBeVisible()
  const held = rows(moderator, 'Your requests').first()
  await expect(held).toContainText('Waiting')

  await owner.goto(`${forum.url}/bbs/FORUM/admin-settings/cashier`)
  const transfer = owner.getByRole('listitem').filter({ hasText: 'Lou Pepper' })
  await transfer.getByRole('button', { name: 'Claim' }).click()
  await transfer.getByRole('button', { name: 'Release…' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click()
  await expect(transfer).toHaveCount(0)
  const ask = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Account 56 78' })
  await ask(owner).getByRole('button', { name: 'Claim' }).click()
  await ask(owner).getByRole('button', { name: 'Approve…' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(ask(owner)).toContainText('Approved by Ada')
  await expect(ask(owner).getByRole('button', { name: 'Claim' })).toHaveCount(0)

  await admin.goto(`${forum.url}/bbs/FORUM/admin-settings/cashier`)
  await ask(admin).getByRole('button', { name: 'Claim' }).click()
  await expect(ask(admin)).toContainText('You have claimed this.')
  await expectFits(admin)
  await ask(admin).getByRole('button', { name: 'Mark as paid…' }).click()
  await expectFits(admin)
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(ask(admin)).toHaveCount(0)
  for (const [page, request] of [
    [moderator, held],
    [partner, own],
  ] as const) {
    await page.reload()
    await expect(request).toContainText('Paid')
  }
  await expect(balance(partner, '40')).toBeVisible()
  for (const one of [partner, moderator, owner, admin]) await one.context().close()
})
