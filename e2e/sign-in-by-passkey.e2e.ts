import type { Page } from '@playwright/test'
import { elsewhere, enterAs, expect, forumUrl, makeAccount, signOut, test } from './harness.ts'

/** Gives the page's browser a device that holds passkeys and always finds its owner there. */
async function withDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/** Has the device make a passkey for whoever is signed in here. */
async function makePasskey(page: Page, login: string): Promise<void> {
  const me = await elsewhere(page.context().request, login)
  const { options, challenge } = await me.call<{ options: object; challenge: string }>('auth/passkeys/options', {})
  const attestation = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return made.toJSON() as unknown
  }, options)
  await me.call('auth/passkeys', { challenge, attestation, name: 'This device' })
}

test('a member signs in by the passkey of the device alone', async ({ page, context, request }) => {
  await makeAccount(request, 'keyholder_pat')
  await enterAs(context, 'keyholder_pat')
  await withDevice(page)
  await page.goto(`${forumUrl}/bbs/GARDEN`)
  await makePasskey(page, 'keyholder_pat')
  await page.reload()
  await signOut(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  const button = page.getByRole('main').getByRole('button', { name: 'Passkey' })
  // A device that always answers may have been taken already by what the browser fills in.
  const account = page.getByRole('button', { name: 'Your account' })
  await expect(button.or(account).first()).toBeVisible()
  if (await button.isVisible()) await button.click().catch(() => {})
  await expect(account).toBeVisible()
  await expect(page).toHaveURL(`${forumUrl}/bbs/GARDEN`)
})
