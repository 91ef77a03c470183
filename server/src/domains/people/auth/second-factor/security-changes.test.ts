import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedOf, codeOf, inBrowser, PASSWORD, startPerson } from '../../../../../test/factors.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress } from '../../../../../test/mailbox.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp({ STOA_TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => stoa.close())

type Proof = { code: string } | { recoveryCode: string }
const complete = (challenge: string, proof: Proof, headers: Record<string, string> = {}) =>
  stoa.call('authSecondFactor', { challenge, ...proof }, { headers: inBrowser(headers) })
const person = (username: string) => startPerson(stoa, username)
const account = async (token: string) => (await stoa.call('accountSecurity', {}, { token })).body.payload.account

test('with the password and the mailbox of an account with a second factor nothing can be changed', async () => {
  const lea = await person('lea_demo')
  await confirmAddress(stoa, 'lea_demo@people.example')
  const { code, recoveryCodes } = await lea.setUp()
  const { token } = lea
  const age = () =>
    stoa.database.transaction(({ connection }) =>
      connection('sessions').where({ user_id: lea.userId }).update({ authenticated_at: 1 }),
    )
  await age()
  const options = (await stoa.call('authReauthenticateOptions', {}, { token })).body.payload
  expect(options).toEqual({ methods: ['totp', 'recovery'] })
  const prove = async (proof: object) => (await stoa.call('authReauthenticate', proof, { token })).body.code ?? 'proved'
  expect(await prove({ password: PASSWORD })).toBe('FORBIDDEN')
  expect(await prove({ emailCode: '123456' })).toBe('FORBIDDEN')
  expect((await stoa.call('authReauthenticateMail', {}, { token })).body.code).toBe('FORBIDDEN')
  expect((await stoa.call('totpDelete', {}, { token })).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect(await prove({ recoveryCode: 'aaaa-bbbb-cccc-dddd' })).toBe('CODE_INVALID')
  expect(await prove({ recoveryCode: recoveryCodes[0] ?? '' })).toBe('proved')
  await age()
  expect(await prove({ recoveryCode: recoveryCodes[0] ?? '' })).toBe('CODE_INVALID')
  expect(await prove({ code: code() })).toBe('proved')
  expect((await stoa.call('totpDelete', {}, { token })).status).toBe(200)
})

test('a password confirmed in another session no longer counts once codes are required', async () => {
  const mia = await person('mia_demo')
  const before = (await mia.signIn()).body.payload.accessToken
  const { code } = await mia.setUp()
  expect((await stoa.call('totpDelete', {}, { token: before })).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await stoa.call('authReauthenticate', { code: code() }, { token: before })).status).toBe(200)
  expect((await stoa.call('totpDelete', {}, { token: mia.token })).status).toBe(200)
})

test('only the owner disables codes, after a recent reauthentication', async () => {
  const han = await person('han_demo')
  const { code } = await han.setUp()
  stoa.clock.advance(11 * 60_000)
  const calls = [
    stoa.call('totpDelete', {}, { token: han.token }),
    stoa.call('recoveryCodesRenew', {}, { token: han.token }),
    stoa.call('totpBegin', {}, { token: han.token }),
  ]
  // By now the access token has expired, too.
  for (const { body } of await Promise.all(calls)) expect(body.code).toBe('TOKEN_EXPIRED')
  const { challenge } = askedOf((await han.signIn()).body)
  const { accessToken: token } = (await complete(challenge, { code: code() })).body.payload
  expect((await stoa.call('totpBegin', {}, { token })).body.code).toBe('SECOND_FACTOR_EXISTS')
  expect((await stoa.call('totpDelete', {}, { token })).status).toBe(200)
  expect((await han.signIn()).status).toBe(200)
  expect(await account(token)).toMatchObject({ totp: false, recoveryCodesLeft: 0 })
  expect((await stoa.call('recoveryCodesRenew', {}, { token })).body.code).toBe('FORBIDDEN')
})

test('changing sign-in methods requires a recent reauthentication', async () => {
  const ivy = await person('ivy_demo')
  const { code } = await ivy.setUp()
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: ivy.userId }).update({ authenticated_at: 1 }),
  )
  const { token } = ivy
  const answers = [
    await stoa.call('totpBegin', {}, { token }),
    await stoa.call('totpConfirm', { code: code() }, { token }),
    await stoa.call('totpDelete', {}, { token }),
    await stoa.call('recoveryCodesRenew', {}, { token }),
    await stoa.call('passkeyRegisterOptions', {}, { token }),
    await stoa.call('passkeyDelete', { passkeyId: '0'.repeat(20) }, { token }),
  ]
  for (const { body } of answers) expect(body.code).toBe('REAUTHENTICATION_REQUIRED')
  const options = (await stoa.call('authReauthenticateOptions', {}, { token })).body.payload
  expect(options).toEqual({ methods: ['totp', 'recovery'] })
  expect((await stoa.call('authReauthenticate', { code: '000000' }, { token })).body.code).toBe('CODE_INVALID')
  expect((await stoa.call('authReauthenticate', { code: code() }, { token })).status).toBe(200)
  expect((await stoa.call('totpDelete', {}, { token })).status).toBe(200)
})

test('where admins need a second factor, an admin without one has no admin permissions', async () => {
  const strict = await startTestApp({ STOA_ADMINS_NEED_SECOND_FACTOR: '1' })
  try {
    const ada = await startPerson(strict, 'ada_demo')
    await strict.app.services.accounts.setNetworkAdmin('ada_demo', true)
    const { token } = ada
    const isAdmin = async () => (await strict.call('me', {}, { token })).body.payload.user.networkAdmin
    const must = async () => (await strict.call('accountSecurity', {}, { token })).body.payload.account
    expect([await isAdmin(), (await must()).mustHaveSecondFactor]).toEqual([false, true])
    const { secret } = (await strict.call('totpBegin', {}, { token })).body.payload
    await strict.call('totpConfirm', { code: codeOf(secret, strict.clock.now()) }, { token })
    expect([await isAdmin(), (await must()).mustHaveSecondFactor]).toEqual([true, false])
    await strict.call('totpDelete', {}, { token })
    expect(await isAdmin()).toBe(false)
  } finally {
    await strict.close()
  }
})
