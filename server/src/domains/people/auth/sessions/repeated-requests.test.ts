import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'

const PASSWORD = 'Corr3ct-horse'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

let made = 0
const newAccount = (): CallInput<'authSignUp'> => {
  const username = `again_${(made += 1)}`
  return { username, email: `${username}@example.com`, password: PASSWORD }
}
const keyed = (key: string, cookie = '') => ({ headers: { 'idempotency-key': key, cookie } })
const cookieNamed = (name: string, headers: Headers) =>
  cookiesOf(headers)
    .split('; ')
    .find((pair) => pair.startsWith(`stoa-${name}=`)) ?? ''
const signUp = (account: CallInput<'authSignUp'>, key: string) => stoa.call('authSignUp', account, keyed(key))
const refresh = (cookie: string, key: string) => stoa.call('authRefresh', {}, keyed(key, cookie))
const isSignedIn = async (token: string) => (await stoa.call('me', {}, { token })).status === 200

test('repeating a sign-up whose response was lost signs in, and the name isn’t reported as taken', async () => {
  const account = newAccount()
  const [first, repeat] = [await signUp(account, 'up'), await signUp(account, 'up')]
  expect([repeat.status, repeat.body.payload]).toEqual([200, first.body.payload])
  expect(cookiesOf(repeat.headers)).toBe(cookiesOf(first.headers))
  expect(await isSignedIn(repeat.body.payload.accessToken)).toBe(true)
  expect((await refresh(cookieNamed('refresh', repeat.headers), 'r')).status).toBe(200)
  expect((await signUp(account, 'another key')).body.code).toBe('USERNAME_EXISTS')
})

test('the idempotency key alone gives no token', async () => {
  const account = newAccount()
  await signUp(account, 'mine')
  for (const change of [{ password: 'Wr0ng-horse!' }, { email: 'x@example.com' }, { username: 'somebody_else' }]) {
    const refused = await signUp({ ...account, ...change }, 'mine')
    expect([refused.status, refused.body.code, cookiesOf(refused.headers)]).toEqual([409, 'IDEMPOTENCY_MISMATCH', ''])
  }
})

test('stored responses contain no readable secret, and their hash no password to try', async () => {
  const account = newAccount()
  const { headers, body } = await signUp(account, 'sealed')
  const rows: Record<string, string>[] = await stoa.database.read('idempotency_keys')
  const stored = JSON.stringify(rows)
  const secrets = [body.payload.accessToken, ...cookiesOf(headers).split('; '), PASSWORD, body.payload.userId]
  for (const secret of secrets) {
    const parts = secret.replace(/^[^=]+=/, '').split('.')
    for (const part of parts) expect(stored).not.toContain(part)
  }
  expect(rows.length).toBeGreaterThan(0)
})

test('a lost refresh response doesn’t end the session: minutes later the repeat gets the same cookie', async () => {
  const { headers } = await signUp(newAccount(), 'lost')
  const old = cookieNamed('refresh', headers)
  const first = await refresh(old, 'lost refresh')
  stoa.clock.advance(5 * 60 * 1000)
  const repeat = await refresh(old, 'lost refresh')
  expect([repeat.status, repeat.body.payload]).toEqual([200, first.body.payload])
  const renewed = cookieNamed('refresh', repeat.headers)
  expect(renewed).toBe(cookieNamed('refresh', first.headers))
  expect((await refresh(renewed, 'next')).status).toBe(200)
})

test('a used refresh token with another key, or none, still ends the session', async () => {
  for (const headers of [{ 'idempotency-key': 'thief' }, {}]) {
    const old = cookieNamed('refresh', (await signUp(newAccount(), `stolen ${JSON.stringify(headers)}`)).headers)
    const newest = cookieNamed('refresh', (await refresh(old, 'owner')).headers)
    stoa.clock.advance(60_000)
    const stolen = await stoa.call('authRefresh', {}, { headers: { ...headers, cookie: old } })
    expect(stolen.body.code).toBe('REFRESH_INVALID')
    expect((await refresh(newest, 'owner again')).body.code).toBe('REFRESH_INVALID')
  }
})

test('a late repeat doesn’t return a refresh token that has been used since', async () => {
  const account = newAccount()
  const first = await signUp(account, 'late')
  const newest = cookieNamed('refresh', (await refresh(cookieNamed('refresh', first.headers), 'on')).headers)
  stoa.clock.advance(60_000)
  const repeat = await signUp(account, 'late')
  expect([repeat.status, cookieNamed('refresh', repeat.headers)]).toEqual([200, ''])
  expect((await refresh(newest, 'and on')).status).toBe(200)
})

test('a repeat doesn’t revive the tokens of an ended session', async () => {
  const account = newAccount()
  const first = await signUp(account, 'ended')
  const cookie = cookieNamed('refresh', first.headers)
  await stoa.call('authSignOut', { everywhere: true }, { headers: { cookie } })
  const repeat = await signUp(account, 'ended')
  expect(repeat.body.payload).toEqual(first.body.payload)
  expect(await isSignedIn(repeat.body.payload.accessToken)).toBe(false)
  expect((await refresh(cookie, 'dead')).body.code).toBe('REFRESH_INVALID')
})

test('during a lockout no key reveals whether a password was right', async () => {
  const account = newAccount()
  await signUp(account, 'up again')
  const signIn = (password: string) => stoa.call('authSignIn', { login: account.username, password }, keyed('in'))
  expect((await signIn(PASSWORD)).status).toBe(200)
  const codes: (string | undefined)[] = []
  for (let count = 0; count < 9; count += 1) codes.push((await signIn('Wr0ng-horse!')).body.code)
  expect(codes).toEqual([...Array(8).fill('IDEMPOTENCY_MISMATCH'), 'SIGN_IN_LOCKED'])
  expect((await signIn(PASSWORD)).body.code).toBe('SIGN_IN_LOCKED')
})

test('a refused request stores nothing, so its repeat is evaluated again', async () => {
  const account = newAccount()
  const signIn = () => stoa.call('authSignIn', { login: account.username, password: PASSWORD }, keyed('too early'))
  expect((await signIn()).body.code).toBe('INVALID_CREDENTIALS')
  await signUp(account, 'at last')
  expect((await signIn()).status).toBe(200)
})
