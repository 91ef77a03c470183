import { EMAIL_ALLOWANCE, REAUTHENTICATION_TTL_MS, SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress, mailsTo, newestMail } from '../../../../../test/mailbox.ts'

const PASSWORD = 'Corr3ct-horse'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

async function member(username: string) {
  const input = { username, email: `${username}@people.example`, password: PASSWORD }
  return (await stoa.call('authSignUp', input)).body.payload.accessToken
}
/** The id of a token's session, from its claims. */
const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid as string
const isRecent = async (token: string) =>
  stoa.app.services.sessions.assertRecent(sessionOf(token)).then(
    () => true,
    () => false,
  )
const prove = (token: string, password: string, headers: Record<string, string> = {}) =>
  stoa.call('authReauthenticate', { password }, { token, headers })
/** A later session of the same person that hasn't authenticated recently. */
async function oldSession(username: string) {
  const { userId } = (await stoa.call('authSignIn', { login: username, password: PASSWORD })).body.payload
  const { signedIn } = await stoa.app.services.sessions.begin({ userId, site: '', lasting: true })
  await stoa.database.transaction(({ connection }) =>
    connection('sessions')
      .where({ id: sessionOf(signedIn.accessToken) })
      .update({ authenticated_at: 1 }),
  )
  return signedIn.accessToken
}

test('after reauthentication sign-in methods can be changed for ten minutes, only in that session', async () => {
  await member('amy_demo')
  const [here, there] = [await oldSession('amy_demo'), await oldSession('amy_demo')]
  expect(await isRecent(here)).toBe(false)
  const { until } = (await prove(here, PASSWORD)).body.payload
  expect(until).toBe(stoa.clock.now() + REAUTHENTICATION_TTL_MS)
  expect([await isRecent(here), await isRecent(there)]).toEqual([true, false])
  stoa.clock.advance(REAUTHENTICATION_TTL_MS + 1)
  expect(await isRecent(here)).toBe(false)
})

test('a mailbox can’t be flooded with codes, from any session', async () => {
  const strict = await startTestApp({ STOA_RATE_SCALE: '1', STOA_TRUSTED_PROXIES: 'loopback' })
  const email = 'flooded@people.example'
  const { userId } = (await strict.call('authSignUp', { username: 'flooded', email, password: PASSWORD })).body.payload
  await confirmAddress(strict, email)
  // Young accounts have lower limits.
  strict.clock.advance(2 * 24 * 60 * 60 * 1000)
  const before = (await mailsTo(strict, email)).length
  const codes = []
  for (let count = 0; count <= EMAIL_ALLOWANCE.mails; count += 1) {
    const { signedIn } = await strict.app.services.sessions.begin({ userId, site: '', lasting: true })
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    codes.push((await strict.call('authReauthenticateMail', {}, { token: signedIn.accessToken, headers })).body.code)
  }
  expect(codes).toEqual([...Array(EMAIL_ALLOWANCE.mails).fill(undefined), 'RATE_LIMITED'])
  expect(await mailsTo(strict, email)).toHaveLength(before + EMAIL_ALLOWANCE.mails)
  // Other mails to the address are counted separately.
  await strict.call('authPasswordResetRequest', { email }, { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect(await mailsTo(strict, email)).toHaveLength(before + EMAIL_ALLOWANCE.mails + 1)
  await strict.close()
})

test('a stolen session can’t guess passwords or block its owner elsewhere', async () => {
  await member('bob_demo')
  const [stolen, own] = [await oldSession('bob_demo'), await oldSession('bob_demo')]
  const codes = []
  for (let count = 0; count <= SIGN_IN_FREE_FAILURES; count += 1) {
    // Even with an idempotency key: storing a response must not undo the count.
    codes.push((await prove(stolen, 'Wrong-pass1', { 'idempotency-key': `guess ${count}` })).body.code)
  }
  expect(codes).toEqual([...Array(SIGN_IN_FREE_FAILURES).fill('INVALID_CREDENTIALS'), 'SIGN_IN_LOCKED'])
  const locked = await prove(stolen, PASSWORD)
  expect(locked.body).toMatchObject({ code: 'SIGN_IN_LOCKED', details: { retryAfterMs: 60_000 } })
  expect(await isRecent(stolen)).toBe(false)
  expect((await prove(own, PASSWORD)).status).toBe(200)
  expect((await stoa.call('authSignIn', { login: 'bob_demo', password: PASSWORD })).status).toBe(200)
})

test('only the forum’s own pages can reauthenticate', async () => {
  const token = await member('cat_demo')
  const answer = await prove(token, PASSWORD, { origin: 'https://attacker.example' })
  expect(answer.body.code).toBe('CSRF_REFUSED')
})

test('a member sees how to reauthenticate and the account’s sign-in methods', async () => {
  const token = await member('dee_demo')
  const without = await stoa.member('eve_demo')
  const methods = async (of: string) =>
    (await stoa.call('authReauthenticateOptions', {}, { token: of })).body.payload.methods
  expect([await methods(token), await methods(without.token)]).toEqual([['password'], []])
  const account = async (of: string) => (await stoa.call('accountSecurity', {}, { token: of })).body.payload.account
  expect(await account(token)).toMatchObject({
    email: null,
    pendingEmail: 'dee_demo@people.example',
    hasPassword: true,
  })
  expect(await account(without.token)).toMatchObject({ email: null, hasPassword: false })
})

test('a member without a password reauthenticates with a mailed code, once and only until a password is set', async () => {
  const email = 'fay@people.example'
  const userId = await stoa.app.services.accounts.create({ username: 'fay_demo', email, passwordHash: null })
  const { signedIn } = await stoa.app.services.sessions.begin({ userId, site: '', lasting: true })
  const token = signedIn.accessToken
  const post = () => stoa.call('authReauthenticateMail', {}, { token })
  const by = async (emailCode: string) => (await stoa.call('authReauthenticate', { emailCode }, { token })).body.code
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
  const newest = async () => (await newestMail(stoa, email)).code
  const methods = (await stoa.call('authReauthenticateOptions', {}, { token })).body.payload.methods
  expect(methods).toEqual(['email'])
  await post()
  const former = await newest()
  await post()
  const code = await newest()
  expect(await by(wrong(code))).toBe('CODE_INVALID')
  if (former !== code) expect(await by(former)).toBe('CODE_INVALID')
  expect(await by(code)).toBeUndefined()
  expect(await by(code)).toBe('CODE_INVALID')
  await post()
  const left = await newest()
  expect((await stoa.call('authPasswordChange', { password: PASSWORD }, { token })).status).toBe(200)
  expect(await by(left)).toBe('CODE_INVALID')
  const without = await stoa.member('gil_demo')
  const refused = await stoa.call('authReauthenticateMail', {}, { token: without.token })
  expect(refused.body.code).toBe('FORBIDDEN')
})
