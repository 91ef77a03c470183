import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/services/child.mjs'
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from '../server/test/oidc-provider.ts'
import { type Complaints, enterAs, expect, PASSWORD, signOut, startForum, test } from './harness.ts'

let forum: Awaited<ReturnType<typeof startForum>>
let provider: OpenIdProvider
const data = mkdtempSync(join(tmpdir(), 'stoa-linked-'))

test.beforeAll(async () => {
  const port = await freePort()
  provider = await startOpenIdProvider([`http://localhost:${port}/api/auth/provider/harbour/callback`])
  const harbour = { ...CLIENT, issuer: provider.issuer, name: 'Harbour' }
  writeFileSync(join(data, 'providers.json'), JSON.stringify({ harbour }))
  forum = await startForum({ port, data })
})
test.afterAll(async () => {
  await forum.stop()
  await provider.close()
  rmSync(data, { recursive: true })
})

const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
const unlink = (page: Page) => page.getByRole('button', { name: 'Unlink Harbour' })
const link = (page: Page) => page.getByRole('button', { name: 'Link Harbour' })

async function openSettings(page: Page) {
  await page.goto(`${forum.url}/bbs/my-account/settings/security`)
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
}

/** Has the next change be refused as it is when the last proof was some time ago; what follows is the server's own. */
async function withOldProof(page: Page) {
  const body = {
    status: 'error',
    code: 'REAUTHENTICATION_REQUIRED',
    message: 'Please confirm that it is you.',
    requestId: 'r',
  }
  await page.route('**/api/updateAuthProvider', (route) => route.fulfill({ status: 403, json: body }), { times: 1 })
}

async function withPassword(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Signs in at the provider in a window of its own. */
async function enterByWindow(page: Page) {
  await page.goto(`${forum.url}/bbs/FORUM?sort=top`)
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  await page.getByLabel('Write a comment').fill('Half a thought')
  await page.getByRole('button', { name: 'Sign in to comment' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Harbour' }).click()
  await (await opening).waitForEvent('close')
  await expect(account(page)).toBeVisible()
}

/** Browsers log every refusal; these were wanted. */
function forgive(complaints: Complaints, what: RegExp) {
  const wanted = complaints.filter((complaint) => what.test(complaint))
  for (const one of wanted) complaints.splice(complaints.indexOf(one), 1)
}

test('a member links a provider, signs in by it in this window and in another one, and unlinks it', async ({
  page,
  context,
  complaints,
}) => {
  provider.signIn({ sub: 'harbour-emi', email: 'emi@harbour.example', email_verified: true })
  await enterAs(context, 'demo_emi', forum.url)
  await openSettings(page)
  await withOldProof(page)
  await link(page).click()
  await withPassword(page)
  // There and back again.
  await expect(unlink(page)).toBeVisible()
  await expect(page.getByText('emi@harbour.example')).toBeVisible()

  await signOut(page)
  await page.goto(`${forum.url}/bbs/login?next=${encodeURIComponent('/bbs/my-account/settings/security')}`)
  await page.getByRole('button', { name: 'Continue with Harbour' }).click()
  await expect(page).toHaveURL(`${forum.url}/bbs/my-account/settings/security`)
  await expect(page.getByRole('button', { name: 'Your account, Emi Hazel' })).toBeVisible()

  await signOut(page)
  await enterByWindow(page)
  await openSettings(page)
  await expect(page.getByRole('button', { name: 'Your account, Emi Hazel' })).toBeVisible()

  await withOldProof(page)
  await unlink(page).click()
  await withPassword(page)
  await expect(link(page)).toBeVisible()
  await page.reload()
  await expect(link(page)).toBeVisible()
  forgive(complaints, /403.*updateAuthProvider/)
})

test('a member who has nothing but a provider confirms by signing in there once more', async ({ page, complaints }) => {
  provider.signIn({ sub: 'lone-hand' })
  await enterByWindow(page)
  await openSettings(page)
  await withOldProof(page)
  await unlink(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })

  provider.signIn({ sub: 'somebody-else' })
  const first = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Harbour' }).click()
  await (await first).waitForEvent('close')
  await expect(dialog.getByText(/^That’s a different account/)).toBeVisible()

  provider.signIn({ sub: 'lone-hand' })
  const second = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Harbour' }).click()
  await (await second).waitForEvent('close')
  await expect(dialog).toHaveCount(0)
  // What was wanted was tried again: it would leave them without a way in.
  await expect(page.getByText(/your only sign-in method/)).toBeVisible()
  await expect(unlink(page)).toBeVisible()
  forgive(complaints, /(403|409).*updateAuthProvider/)
})
