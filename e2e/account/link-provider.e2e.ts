import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/services/child.mjs'
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from '../../server/test/oidc-provider.ts'
import { type Complaints, expect, PASSWORD, signInAs, signOut, startForum, test } from '../support/harness.ts'

let forum: Awaited<ReturnType<typeof startForum>>
let provider: OpenIdProvider
const data = mkdtempSync(join(tmpdir(), 'stoa-linked-'))

test.beforeAll(async () => {
  const port = await freePort()
  provider = await startOpenIdProvider([`http://localhost:${port}/api/auth/provider/harbor/callback`])
  const harbor = { ...CLIENT, issuer: provider.issuer, name: 'Harbor' }
  writeFileSync(join(data, 'providers.json'), JSON.stringify({ harbor }))
  forum = await startForum({ port, data })
})
test.afterAll(async () => {
  await forum.stop()
  await provider.close()
  rmSync(data, { recursive: true })
})

const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
const unlink = (page: Page) => page.getByRole('button', { name: 'Unlink Harbor' })
const link = (page: Page) => page.getByRole('button', { name: 'Link Harbor' })

async function openSettings(page: Page) {
  await page.goto(`${forum.url}/bbs/my-account/settings/security`)
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
}

/** Makes the next change fail for an outdated reauthentication; later ones reach the server. */
async function requireReauthentication(page: Page) {
  const body = {
    status: 'error',
    code: 'REAUTHENTICATION_REQUIRED',
    message: 'Please confirm that it is you.',
    requestId: 'r',
  }
  await page.route('**/api/updateAuthProvider', (route) => route.fulfill({ status: 403, json: body }), { times: 1 })
}

async function confirmPassword(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Signs in at the provider in its own window. */
async function signInAtProvider(page: Page) {
  await page.goto(`${forum.url}/bbs/FORUM?sort=top`)
  await page.getByRole('link', { name: 'A library of things that are not books' }).first().click()
  await page.getByLabel('Write a comment').fill('Half a thought')
  await page.getByRole('button', { name: 'Sign in and comment' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Harbor' }).click()
  await (await opening).waitForEvent('close')
  await expect(account(page)).toBeVisible()
}

/** Browsers log every refusal; these are expected. */
function ignoreComplaints(complaints: Complaints, what: RegExp) {
  const expected = complaints.filter((complaint) => what.test(complaint))
  for (const one of expected) complaints.splice(complaints.indexOf(one), 1)
}

test('a member links a provider, signs in with it in this window and in another one, and unlinks it', async ({
  page,
  context,
  complaints,
}) => {
  provider.signIn({ sub: 'harbor-emi', email: 'emi@harbor.example', email_verified: true })
  await signInAs(context, 'demo_emi', forum.url)
  await openSettings(page)
  await requireReauthentication(page)
  await link(page).click()
  await confirmPassword(page)
  // To the provider and back again.
  await expect(unlink(page)).toBeVisible()
  await expect(page.getByText('emi@harbor.example')).toBeVisible()

  await signOut(page)
  await page.goto(`${forum.url}/bbs/login?next=${encodeURIComponent('/bbs/my-account/settings/security')}`)
  await page.getByRole('button', { name: 'Continue with Harbor' }).click()
  await expect(page).toHaveURL(`${forum.url}/bbs/my-account/settings/security`)
  await expect(page.getByRole('button', { name: 'Your account, Emi Hazel' })).toBeVisible()

  await signOut(page)
  await signInAtProvider(page)
  await openSettings(page)
  await expect(page.getByRole('button', { name: 'Your account, Emi Hazel' })).toBeVisible()

  await requireReauthentication(page)
  await unlink(page).click()
  await confirmPassword(page)
  await expect(link(page)).toBeVisible()
  await page.reload()
  await expect(link(page)).toBeVisible()
  ignoreComplaints(complaints, /403.*updateAuthProvider/)
})

test('a member whose only sign-in method is a provider reauthenticates there', async ({ page, complaints }) => {
  provider.signIn({ sub: 'lone-hand' })
  await signInAtProvider(page)
  await openSettings(page)
  await requireReauthentication(page)
  await unlink(page).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })

  provider.signIn({ sub: 'somebody-else' })
  const first = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Harbor' }).click()
  await (await first).waitForEvent('close')
  await expect(dialog.getByText(/^That’s a different account/)).toBeVisible()

  provider.signIn({ sub: 'lone-hand' })
  const second = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Harbor' }).click()
  await (await second).waitForEvent('close')
  await expect(dialog).toHaveCount(0)
  // The change was retried; it would leave the account without a sign-in method.
  await expect(page.getByText(/your only sign-in method/)).toBeVisible()
  await expect(unlink(page)).toBeVisible()
  ignoreComplaints(complaints, /(403|409).*updateAuthProvider/)
})
