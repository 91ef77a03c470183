import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, forumUrl, makeAccount, PASSWORD, signInAs, signOut, test } from '../support/harness.ts'

const settings = `${forumUrl}/bbs/my-account/settings/security`
const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a secret (RFC 6238), `ahead` steps from now. */
function codeOf(secret: string, ahead = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto(`${forumUrl}/bbs/login`)
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('two-step verification is turned on and asked for, and a recovery code works once', async ({
  page,
  context,
  complaints,
}) => {
  await makeAccount(context.request, 'guard_ann')
  await signInAs(context, 'guard_ann')
  await page.goto(settings)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const secret = (await page.locator('.stoa-settings-secret').textContent())?.replaceAll(' ', '') ?? ''
  await page.getByLabel('Code from the app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm and turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const recovery = (await page.locator('.stoa-settings-codes code').first().textContent()) ?? ''
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('recovery-codes-guard_ann.txt')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText(recovery)).toBeHidden()
  await signOut(page)

  // A code works once, so the next one is needed.
  await signIn(page, 'guard_ann')
  const step = page.locator('form', { hasText: 'Enter the code from your authenticator app.' })
  await step.getByRole('textbox').fill(codeOf(secret, 1))
  await expect(account(page)).toBeVisible()
  await signOut(page)
  await signIn(page, 'guard_ann')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(account(page)).toBeVisible()
  // The browser logs the refused request.
  complaints.length = 0
})

test('a passkey is added, renamed and removed', async ({ page, context }) => {
  await makeAccount(context.request, 'guard_ben')
  await signInAs(context, 'guard_ben')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(settings)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await page.getByRole('button', { name: 'Rename Passkey 1' }).click()
  await page.getByLabel('Passkey name').fill('Pond laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.reload()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await expect(list.getByText('Pond laptop')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Pond laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
})
