import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { codeOf } from '../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { mergeActions, PASSWORD } from '../../../../test/merges.ts'

let stoa: TestApp
const { signedUp, proofOf, forward, undo } = mergeActions(() => stoa, 'enters')
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const accountOf = async (token: string) => (await stoa.call('accountSecurity', {}, { token })).body.payload.account
const signIn = (login: string, password: string) => stoa.call('authSignIn', { login, password })

async function passkeyOf(token: string) {
  const device = createAuthenticator()
  const { options, challenge } = (await stoa.call('passkeyRegisterOptions', {}, { token })).body.payload
  const input = { challenge, attestation: device.create(options), name: 'A phone' }
  const { passkeys } = (await stoa.call('passkeyRegister', input, { token })).body.payload
  return { device, id: passkeys.at(-1)?.id ?? '' }
}

test('a new password applies to all accounts of a person, and no former one works', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  await forward(main.token, await proofOf(main, other))
  await stoa.call('authPasswordChange', { password: 'An0ther-horse' }, { token: main.token })
  for (const { username } of [main, other]) {
    expect((await signIn(username, PASSWORD)).body.code).toBe('INVALID_CREDENTIALS')
    expect((await signIn(username, 'An0ther-horse')).body.payload.userId).toBe(main.id)
  }
  await undo(main, other)
  expect((await signIn(other.username, 'An0ther-horse')).body.payload.userId).toBe(other.id)
})

test('passkeys of a merged account are listed, reauthenticate and can be removed', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const { device, id: passkeyId } = await passkeyOf(other.token)
  await forward(main.token, await proofOf(main, other))
  expect((await accountOf(main.token)).passkeys).toMatchObject([{ id: passkeyId, name: 'A phone' }])
  const asked = (await stoa.call('authReauthenticateOptions', {}, { token: main.token })).body.payload
  if (!asked.passkeyOptions || !asked.challenge) throw new Error('No passkey is asked for.')
  const shown = { challenge: asked.challenge, assertion: device.get(asked.passkeyOptions) }
  expect((await stoa.call('authReauthenticate', shown, { token: main.token })).status).toBe(200)
  const renamed = await stoa.call('passkeyEdit', { passkeyId, name: 'Old phone' }, { token: main.token })
  expect(renamed.body.payload.passkeys).toMatchObject([{ name: 'Old phone' }])
  expect((await stoa.call('passkeyDelete', { passkeyId }, { token: main.token })).body.payload.passkeys).toEqual([])
  const { options, challenge } = (await stoa.call('authPasskeyOptions', {})).body.payload
  const entered = await stoa.call('authPasskeySignIn', { challenge, assertion: device.get(options) })
  expect(entered.body.code).toBe('PASSKEY_INVALID')
})

test('a provider of a merged account belongs to the person, who can relink and unlink it', async () => {
  const [main, other, stranger] = [await signedUp(), await signedUp(), await signedUp()]
  const { identities } = stoa.app.services
  const [domain] = stoa.app.services.domains.all
  const profile = { issuer: 'https://issuer.example', subject: 's1', email: null, label: 'sam', name: '', picture: '' }
  const link = (userId: string) =>
    stoa.database.transaction((tx) => identities.link(tx, { userId, providerId: 'google', domain, profile }))
  await link(other.id)
  await expect(link(main.id)).rejects.toMatchObject({ code: 'CREDENTIAL_IN_USE' })
  await forward(main.token, await proofOf(main, other))
  await link(main.id)
  await expect(link(stranger.id)).rejects.toMatchObject({ code: 'CREDENTIAL_IN_USE' })
  expect((await accountOf(main.token)).providers).toMatchObject([{ providerId: 'google', label: 'sam' }])
  const unlink = (sessionId: string) => identities.unlink({ userId: main.id, sessionId, providerId: 'google', domain })
  await expect(unlink('')).rejects.toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  const [session] = await stoa.app.services.sessions.listOf(main.id)
  await unlink(session?.id ?? '')
  expect((await accountOf(main.token)).providers).toEqual([])
})

test('an account with a second factor can’t be merged into one without', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  const turnOn = async (token: string) => {
    const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
    await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token })
  }
  await turnOn(other.token)
  const input = { partner: main.username }
  const { proof } = (await stoa.call('userForwardProve', input, { token: other.token })).body.payload
  expect((await forward(main.token, proof)).body.code).toBe('MERGE_REFUSED')
  await turnOn(main.token)
  expect((await forward(main.token, proof)).status).toBe(200)
})
