import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { expect, signInWindow, startForum, test, waitForHydration, widgetOf } from '../support/harness.ts'
import { CLIENT, startIdentityProvider } from '../support/identity-provider.ts'

let forum: Awaited<ReturnType<typeof startForum>>
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let article: string
const data = mkdtempSync(join(tmpdir(), 'stoa-provider-'))

test.beforeAll(async () => {
  provider = await startIdentityProvider('harbor-hand')
  mkdirSync(data, { recursive: true })
  const harbor = { ...CLIENT, issuer: provider.issuer, name: 'Harbor' }
  writeFileSync(join(data, 'providers.json'), JSON.stringify({ harbor }))
  const port = await freePort()
  forum = await startForum({ port, data })
  article = `http://127.0.0.1:${port + 1}/articles/footbridge-reopens.html`
})
test.afterAll(async () => {
  await forum.stop()
  await provider.stop()
  rmSync(data, { recursive: true })
})

/** Writes a comment as a visitor, who is asked to sign in. */
async function write(page: Page, text: string) {
  await page.goto(`${forum.url}/bbs/FORUM?sort=top`)
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  await page.getByLabel('Write a comment').fill(text)
  await page.getByRole('button', { name: 'Sign in and comment' }).click()
  return page.getByRole('dialog').getByRole('button', { name: 'Continue with Harbor' })
}

const commentWith = (page: Page, text: string) =>
  page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: text })

test('a visitor signs in with a provider in its own window, and the comment is sent', async ({ page }) => {
  const button = await write(page, 'By the harbor side.')
  const opening = page.waitForEvent('popup')
  await button.click()
  const window = await opening
  await window.waitForEvent('close')
  await expect(commentWith(page, 'By the harbor side.')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('when the window is blocked, signing in continues in this one, and the comment is sent afterward', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const button = await write(page, 'Through the front door.')
  await button.click()
  await expect(page.getByText('Your browser blocked the window.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue in this window' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(commentWith(page, 'Through the front door.')).toHaveCount(1)
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
})

test('closing the window shows a message, and the comment is still there', async ({ page }) => {
  // The provider doesn't respond before the window is closed.
  await page.context().route(`${provider.issuer}/authorize**`, () => {})
  const button = await write(page, 'Perhaps by boat.')
  const opening = page.waitForEvent('popup')
  await button.click()
  await (await opening).close()
  await expect(page.getByText(/window was closed before you were signed in/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Write a comment')).toHaveValue('Perhaps by boat.')
})

test('a reader of an article signs in with a provider in the widget’s window, and the comment is sent', async ({
  page,
}) => {
  await page.goto(article)
  await waitForHydration(page)
  const widget = widgetOf(page)
  await widget.getByRole('textbox').fill('Across with a barrow.')
  await widget.getByRole('button', { name: 'Sign in and comment' }).click()
  const popup = await signInWindow(page)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue with Harbor' }).click()
  await closing
  const mine = widget.getByRole('article').filter({ hasText: 'Across with a barrow.' })
  await expect(mine).toHaveCount(1)
})
