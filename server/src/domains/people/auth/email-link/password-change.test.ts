import { EMAIL_LINK_TTL_MS, REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, mailsTo, newestMail } from '../../../../../test/mailbox.ts'

const PASSWORD = 'Corr3ct-horse'
const OTHER = 'An0ther-horse'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const emailOf = (username: string) => `${username}@mail.example`
async function account(username: string) {
  const { body } = await stoa.call('authSignUp', { username, email: emailOf(username), password: PASSWORD })
  await confirmAddress(stoa, emailOf(username))
  return body.payload
}
const signIn = (login: string, password: string) => stoa.call('authSignIn', { login, password })
const ask = (email: string) => stoa.call('authPasswordResetRequest', { email })
async function resetLink(email: string) {
  await ask(email)
  return (await newestMail(stoa, email)).secret.get('token') ?? ''
}
const reset = (token: string, password = OTHER) => stoa.call('authPasswordReset', { token, password })
const isSignedIn = async (token: string) => (await stoa.call('me', {}, { token })).status === 200
const subjectsTo = async (email: string) => (await mailsTo(stoa, email)).map(({ subject }) => subject)

test('a reset sets the password, signs in, revokes all other sessions and notifies the owner', async () => {
  const before = await account('ann_demo')
  const token = await resetLink(emailOf('ann_demo'))
  expect((await newestMail(stoa, emailOf('ann_demo'))).text).toContain('/bbs/email-change-password#token=')
  const { body } = await reset(token)
  expect(body.payload.userId).toBe(before.userId)
  expect([await isSignedIn(body.payload.accessToken), await isSignedIn(before.accessToken)]).toEqual([true, false])
  expect((await signIn('ann_demo', PASSWORD)).body.code).toBe('INVALID_CREDENTIALS')
  expect((await signIn('ann_demo', OTHER)).status).toBe(200)
  expect(await subjectsTo(emailOf('ann_demo'))).toContain('Your password on Stoa was changed')
})

test('a reset revokes API keys', async () => {
  const { accessToken: token } = await account('key_demo')
  const wanted = { name: 'A script', scopes: ['read' as const], expiresAt: null }
  const { secret } = (await stoa.call('apiKeyCreate', wanted, { token })).body.payload
  expect(await isSignedIn(secret)).toBe(true)
  await reset(await resetLink(emailOf('key_demo')))
  expect(await isSignedIn(secret)).toBe(false)
  expect(await stoa.database.read('api_keys')).toEqual([])
})

test('a reset link works once, for ten minutes, and not after another sign-in method was reset', async () => {
  await account('bob_demo')
  const email = emailOf('bob_demo')
  const [late, first, second] = [await resetLink(email), await resetLink(email), await resetLink(email)]
  await stoa.call('authEmailLinkRequest', { email })
  const link = (await newestMail(stoa, email)).secret.get('token') ?? ''
  const parallel = await Promise.all(Array.from({ length: 5 }, () => reset(first)))
  expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await reset(second)).body.code).toBe('LINK_INVALID')
  expect((await stoa.call('authEmailLinkConfirm', { token: link })).body.code).toBe('LINK_INVALID')
  stoa.clock.advance(EMAIL_LINK_TTL_MS)
  expect((await reset(late)).body.code).toBe('LINK_INVALID')
  const expiring = await resetLink(email)
  stoa.clock.advance(EMAIL_LINK_TTL_MS)
  expect((await reset(expiring)).body.code).toBe('LINK_INVALID')
})

test('a link only works for its purpose', async () => {
  await account('cat_demo')
  const token = await resetLink(emailOf('cat_demo'))
  expect((await stoa.call('authEmailLinkConfirm', { token })).body.code).toBe('LINK_INVALID')
  expect((await stoa.call('userEmailConfirm', { token })).body.code).toBe('LINK_INVALID')
  expect((await reset(token)).status).toBe(200)
})

test('only a mail tells that an address is unknown', async () => {
  const unknown = await ask('nobody@mail.example')
  expect([unknown.status, unknown.body.payload]).toEqual([200, {}])
  expect(await subjectsTo('nobody@mail.example')).toEqual(['No account with this address on Stoa'])
})

test('a link mailed to an address has no effect once the address belongs to another account', async () => {
  const { userId } = await account('dee_demo')
  const token = await resetLink(emailOf('dee_demo'))
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: userId }).update({ email: null, email_key: null }),
  )
  await stoa.app.services.accounts.createNameless({ email: emailOf('dee_demo') })
  expect((await reset(token)).body.code).toBe('LINK_INVALID')
  expect((await signIn('dee_demo', PASSWORD)).status).toBe(200)
})

test('changing the password revokes the other sessions, keeps this one, and notifies the owner', async () => {
  await account('eve_demo')
  const here = (await signIn('eve_demo', PASSWORD)).body.payload.accessToken
  const there = (await signIn('eve_demo', PASSWORD)).body.payload.accessToken
  const link = await resetLink(emailOf('eve_demo'))
  const changed = await stoa.call('authPasswordChange', { password: OTHER }, { token: here })
  expect(changed.body.payload).toEqual({})
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  expect((await signIn('eve_demo', OTHER)).status).toBe(200)
  expect((await reset(link)).body.code).toBe('LINK_INVALID')
  expect(await subjectsTo(emailOf('eve_demo'))).toContain('Your password on Stoa was changed')
})

test('a password may not contain its account’s name or repeat one letter: when set, changed or reset', async () => {
  const username = 'named_demo'
  const refused = { code: 'VALIDATION_FAILED', details: [{ field: 'password' }] }
  const guessed = `X-1${username}`
  for (const password of [guessed, 'Aaaaaaa-1']) {
    expect((await stoa.call('authSignUp', { username, email: emailOf(username), password })).body).toMatchObject(
      refused,
    )
  }
  const { accessToken: token } = await account(username)
  expect((await stoa.call('authPasswordChange', { password: guessed }, { token })).body).toMatchObject(refused)
  const link = await resetLink(emailOf(username))
  expect((await reset(link, guessed)).body).toMatchObject(refused)
  expect((await reset(link)).status).toBe(200)
})

test('a member who signed in with a link sets a first password', async () => {
  await stoa.call('authEmailLinkRequest', { email: 'fay@mail.example' })
  const token = (await newestMail(stoa, 'fay@mail.example')).secret.get('token') ?? ''
  const { accessToken } = (await stoa.call('authEmailLinkConfirm', { token })).body.payload
  await stoa.call('authPasswordChange', { password: OTHER }, { token: accessToken })
  expect((await signIn('fay@mail.example', OTHER)).status).toBe(200)
})

test('changing the password requires a recent reauthentication and the forum’s own page', async () => {
  const { accessToken, userId } = await account('gil_demo')
  const change = (headers = {}) => stoa.call('authPasswordChange', { password: OTHER }, { token: accessToken, headers })
  expect((await change({ origin: 'https://evil.example' })).body.code).toBe('CSRF_REFUSED')
  await stoa.database.transaction(({ connection }) =>
    connection('sessions')
      .where({ user_id: userId })
      .update({ authenticated_at: stoa.clock.now() - REAUTHENTICATION_TTL_MS - 1 }),
  )
  expect((await change()).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await signIn('gil_demo', PASSWORD)).status).toBe(200)
})

test('changing the password also invalidates links of merged accounts', async () => {
  const [main, merged] = [await account('ida_main'), await account('ida_merged')]
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: merged.userId }).update({ forward_to: main.userId }),
  )
  const email = emailOf('ida_merged')
  const link = await resetLink(email)
  await stoa.call('authEmailLinkRequest', { email })
  const token = (await newestMail(stoa, email)).secret.get('token') ?? ''
  await stoa.call('authPasswordChange', { password: OTHER }, { token: main.accessToken })
  expect((await reset(link)).body.code).toBe('LINK_INVALID')
  expect((await stoa.call('authEmailLinkConfirm', { token })).body.code).toBe('LINK_INVALID')
})

test('a reset for a merged account signs in to the main one and revokes its sessions', async () => {
  const [main, merged] = [await account('han_main'), await account('han_merged')]
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: merged.userId }).update({ forward_to: main.userId }),
  )
  const { body } = await reset(await resetLink(emailOf('han_merged')))
  expect(body.payload.userId).toBe(main.userId)
  expect([await isSignedIn(body.payload.accessToken), await isSignedIn(main.accessToken)]).toEqual([true, false])
})
