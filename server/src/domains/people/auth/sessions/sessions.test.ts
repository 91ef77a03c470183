import { REFRESH_TOKEN_TTL_MS, SIGN_IN_FREE_FAILURES } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { confirmAddress } from '../../../../../test/mailbox.ts'

const PASSWORD = 'Corr3ct-horse'
const HOME = 'http://localhost:3000'
let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

type SignInCall = 'authSignUp' | 'authSignIn' | 'authRefresh'

/** The cookies set by a response, as a browser sends them back. */
function cookiesOf(answer: Answer<SignInCall | 'authSignOut'>): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .filter((pair) => !pair?.endsWith('='))
    .join('; ')
}

const signUp = (username: string) =>
  stoa.call('authSignUp', { username, email: `${username}@people.example`, password: PASSWORD })
const signIn = (login: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  stoa.call('authSignIn', { login, password }, { headers })
const refresh = (cookie: string) => stoa.call('authRefresh', {}, { headers: { cookie } })
const me = (token: string) => stoa.call('me', {}, { token })

test('signing up signs in, and the refresh cookie is inaccessible to scripts and other sites', async () => {
  const answer = await signUp('ann_demo')
  const { accessToken, userId } = answer.body.payload
  expect((await me(accessToken)).body.payload.user).toMatchObject({
    id: userId,
    username: 'ann_demo',
    slugUrl: 'ann-demo',
  })
  const cookie = answer.headers.getSetCookie().find((item) => item.startsWith('stoa-refresh='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(JSON.stringify(answer.body)).not.toContain(cookie?.split(/[=;]/)[1])
})

test.each([
  ['ANN_demo', 'new1@people.example', 'USERNAME_EXISTS'],
  ['adm1n', 'new2@people.example', 'USERNAME_RESERVED'],
  ['St0a', 'new3@people.example', 'USERNAME_RESERVED'],
  ['off1ciaI_', 'new4@people.example', 'USERNAME_RESERVED'],
])('the name %s with the address %s is refused', async (username, email, code) => {
  expect((await stoa.call('authSignUp', { username, email, password: PASSWORD })).body.code).toBe(code)
})

test('concurrent sign-ups with one name create one account', async () => {
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((letter) =>
      stoa.call('authSignUp', {
        username: 'race_demo',
        email: `${letter}@race.example`,
        password: PASSWORD,
      }),
    ),
  )
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'USERNAME_EXISTS'],
    [409, 'USERNAME_EXISTS'],
  ])
})

test('names with the same slug get different slugs, and none looks like an id', async () => {
  const slugs = []
  for (const name of ['a_slug', 'a__slug', 'abcdefghij0123456789']) {
    const { accessToken } = (await signUp(name)).body.payload
    slugs.push((await me(accessToken)).body.payload.user.slugUrl)
    // As if created before similar names were refused.
    await stoa.database.transaction(({ connection }) =>
      connection('users').where({ username: name }).update({ username_look: '' }),
    )
  }
  expect(slugs).toEqual(['a-slug', 'a-slug-2', 'abcdefghij0123456789-1'])
})

test('signing in works with username or email in any case, with one error for wrong passwords and unknown accounts', async () => {
  await signUp('bob_demo')
  await confirmAddress(stoa, 'bob_demo@people.example')
  expect((await signIn('BOB_demo')).status).toBe(200)
  expect((await signIn('bob_demo@PEOPLE.example')).status).toBe(200)
  const wrong = await signIn('bob_demo', 'Wrong-pass1')
  const unknown = await signIn('nobody_demo')
  expect(wrong.body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
})

test('each refresh returns a new token, and a used one ends the session for everyone', async () => {
  const first = cookiesOf(await signUp('cat_demo'))
  const second = await refresh(first)
  expect(second.status).toBe(200)
  expect(cookiesOf(second)).not.toBe(first)
  stoa.clock.advance(11_000)
  const stolen = await refresh(first)
  expect(stolen.body.code).toBe('REFRESH_INVALID')
  expect((await refresh(cookiesOf(second))).body.code).toBe('REFRESH_INVALID')
  expect((await me(second.body.payload.accessToken)).body.code).toBe('AUTH_REQUIRED')
})

test('a token used long ago ends the session too', async () => {
  const first = cookiesOf(await signUp('dee_demo'))
  const third = cookiesOf(await refresh(cookiesOf(await refresh(first))))
  stoa.clock.advance(60_000)
  expect((await refresh(first)).body.code).toBe('REFRESH_INVALID')
  expect((await refresh(third)).body.code).toBe('REFRESH_INVALID')
})

test('two tabs that refresh concurrently both stay signed in', async () => {
  const cookie = cookiesOf(await signUp('eve_demo'))
  const answers = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  const renewed = answers.map(cookiesOf).filter(Boolean)
  expect(renewed).toHaveLength(1)
  expect((await refresh(renewed[0] ?? '')).status).toBe(200)
})

test('a forged or foreign refresh token ends nothing', async () => {
  const cookie = cookiesOf(await signUp('fay_demo'))
  const forged = cookie.replace(/(stoa-refresh=\w+)\.[^.;]+/, `$1.${'A'.repeat(43)}`)
  expect((await refresh(forged)).body.code).toBe('REFRESH_INVALID')
  expect((await refresh('stoa-refresh=nonsense')).body.code).toBe('REFRESH_INVALID')
  expect((await refresh('')).body.code).toBe('REFRESH_INVALID')
  expect((await refresh(cookie)).status).toBe(200)
})

test('a session expires after 30 days without use', async () => {
  const cookie = cookiesOf(await signUp('gil_demo'))
  stoa.clock.advance(REFRESH_TOKEN_TTL_MS + 1)
  expect((await refresh(cookie)).body.code).toBe('REFRESH_INVALID')
})

test('signing out takes effect immediately, here or everywhere', async () => {
  const here = await signUp('han_demo')
  const there = await signIn('han_demo')
  const other = await signIn('han_demo')
  const signOut = (from: Answer<SignInCall>, everywhere: boolean) =>
    stoa.call('authSignOut', { everywhere }, { headers: { cookie: cookiesOf(from) } })
  const codes = async () =>
    Promise.all([here, there, other].map(async (item) => (await me(item.body.payload.accessToken)).status))
  expect(await codes()).toEqual([200, 200, 200])
  await signOut(here, false)
  expect(await codes()).toEqual([401, 200, 200])
  await signOut(there, true)
  expect(await codes()).toEqual([401, 401, 401])
  expect((await refresh(cookiesOf(other))).body.code).toBe('REFRESH_INVALID')
})

test('a change by another process takes effect within a second', async () => {
  const { userId, accessToken } = (await signUp('ivy_demo')).body.payload
  expect((await me(accessToken)).status).toBe(200)
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: userId }).update({ ended_at: 1 }),
  )
  stoa.clock.advance(1000)
  expect((await me(accessToken)).body.code).toBe('AUTH_REQUIRED')
})

test('guessing is slowed down increasingly, even concurrently, without locking out the account’s own device', async () => {
  const device = cookiesOf(await signUp('jan_demo'))
  const guesses = await Promise.all(
    Array.from({ length: SIGN_IN_FREE_FAILURES + 4 }, () => signIn('jan_demo', 'Wrong-pass1')),
  )
  const codes = guesses.map((guess) => guess.body.code)
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(SIGN_IN_FREE_FAILURES)
  const locked = await signIn('jan_demo')
  expect(locked.body).toMatchObject({ code: 'SIGN_IN_LOCKED', details: { retryAfterMs: 60_000 } })
  expect(locked.headers.get('retry-after')).toBe('60')
  expect((await signIn('jan_demo', PASSWORD, { cookie: device })).status).toBe(200)
  stoa.clock.advance(60_000)
  await signIn('jan_demo', 'Wrong-pass1')
  expect((await signIn('jan_demo')).body).toMatchObject({ details: { retryAfterMs: 120_000 } })
  stoa.clock.advance(120_000)
  expect((await signIn('jan_demo')).status).toBe(200)
  expect((await signIn('jan_demo', 'Wrong-pass1')).body.code).toBe('INVALID_CREDENTIALS')
})

test('an unknown account is slowed down like a known one', async () => {
  const codes = []
  for (let count = 0; count <= SIGN_IN_FREE_FAILURES; count += 1) codes.push((await signIn('ghost_demo')).body.code)
  expect(codes).toEqual([...Array(SIGN_IN_FREE_FAILURES).fill('INVALID_CREDENTIALS'), 'SIGN_IN_LOCKED'])
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: HOME }, 403],
  [{ origin: 'https://attacker.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: `${HOME}.attacker.example` }, 403],
  [{ origin: 'http://localhost:3001' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: HOME }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ origin: HOME }, 200],
])('a request with the cookie and %j gets %i', async (headers, status) => {
  const cookie = cookiesOf(await stoa.call('authSignIn', { login: 'bob_demo', password: PASSWORD }))
  const answer = await stoa.call('authRefresh', {}, { headers: { cookie, ...headers } })
  expect(answer.status).toBe(status)
  if (status === 403) expect(answer.body.code).toBe('CSRF_REFUSED')
})
