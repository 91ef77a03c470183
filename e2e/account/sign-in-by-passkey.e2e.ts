import type { Page } from '@playwright/test'
import { apiAs, expect, forumUrl, makeAccount, signInAs, signOut, test } from '../support/harness.ts'

/** Adds a virtual authenticator that always confirms its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
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
}

/** Creates a passkey for the signed-in account. */
async function makePasskey(page: Page, login: string): Promise<void> {
  const me = await apiAs(page.context().request, login)
  const { options, challenge } = await me.call<{ options: object; challenge: string }>('auth/passkeys/options', {})
  const attestation = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return credential.toJSON() as unknown
  }, options)
  await me.call('auth/passkeys', { challenge, attestation, name: 'This device' })
}

/** Opens the sign-in page as a visitor whose device has a passkey. */
async function openSignInWithPasskey(page: Page, login: string): Promise<void> {
  const context = page.context()
  await makeAccount(context.request, login)
  await signInAs(context, login)
  await addAuthenticator(page)
  await page.goto(`${forumUrl}/bbs/GARDEN`)
  await makePasskey(page, login)
  await page.reload()
  await signOut(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
}

test('a member signs in with the button for the device’s passkey', async ({ page }) => {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await openSignInWithPasskey(page, 'keyholder_pat')
  await page.getByRole('main').getByRole('button', { name: 'Passkey' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page).toHaveURL(`${forumUrl}/bbs/GARDEN`)
})

test('a member signs in with a passkey from the browser’s autofill', async ({ page }) => {
  // The virtual authenticator always responds, as if the suggestion were chosen.
  await openSignInWithPasskey(page, 'keyholder_quinn')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect(page).toHaveURL(`${forumUrl}/bbs/GARDEN`)
})

test('pressing the passkey button during autofill signs in once', async ({ page }) => {
  await page.route('**/api/auth/passkey', async (route) => {
    await pressed
    await route.continue()
  })
  let press = () => {}
  const pressed = new Promise<void>((resolve) => (press = resolve))
  const requestUrls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/passkey')) requestUrls.push(request.url())
  })
  await openSignInWithPasskey(page, 'keyholder_ray')
  await expect.poll(() => requestUrls.length).toBe(1)
  await page.getByRole('main').getByRole('button', { name: 'Passkey' }).click()
  press()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  expect(requestUrls).toHaveLength(1)
})
