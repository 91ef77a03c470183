import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../../../test/browser.ts'
import { codeOf } from '../../../../../test/factors.ts'
import type { TestApp } from '../../../../../test/harness.ts'
import { CLIENT, type OpenIdProvider } from '../../../../../test/oidc-provider.ts'
import type { TokenIssuer } from '../../../../../test/token-issuer.ts'
import { startTwoProviders } from '../../../../../test/two-providers.ts'

let forum: Awaited<ReturnType<typeof startTwoProviders>>
let stoa: TestApp
let real: OpenIdProvider
let issuer: TokenIssuer

beforeAll(async () => {
  forum = await startTwoProviders((small) => {
    const endpoints = { authorization: `${small}/authorize`, token: `${small}/token`, user: `${small}/user` }
    return {
      away: { ...CLIENT, issuer: 'http://127.0.0.1:9', name: 'Away' },
      github: { ...CLIENT, endpoints: { ...endpoints, emails: `${small}/emails` } },
      twitter: { ...CLIENT, endpoints },
      facebook: { ...CLIENT, endpoints },
    }
  })
  ;({ stoa, real, issuer } = forum)
})
afterAll(() => forum.close())

const start = (id: string, next = '/bbs/FORUM') => `/api/auth/provider/${id}/start?next=${encodeURIComponent(next)}`
const rowOf = (userId: string | null) => stoa.database.read('users').where({ id: userId }).first()

/** Signs in at the real provider in a new browser. Returns the user id here. */
async function enter(claims: Parameters<OpenIdProvider['signIn']>[0], id = 'real') {
  real.signIn(claims)
  const browser = createBrowser(stoa)
  return { browser, page: await browser.go(start(id)), userId: await browser.userId() }
}

test('the first sign-in with a provider creates an account, later ones find it', async () => {
  const claims = { sub: 'ada', email: 'ada@mail.example', email_verified: true, name: 'Ada Lovelace' }
  const first = await enter({ ...claims, picture: 'https://pictures.example/ada.png' })
  expect(first.page).toBe('/bbs/FORUM')
  expect(await rowOf(first.userId)).toMatchObject({
    email: 'ada@mail.example',
    display_name: 'Ada Lovelace',
    profile_image_url: 'https://pictures.example/ada.png',
    password_hash: null,
  })
  const again = await enter({ ...claims, email: 'changed@mail.example', name: 'Somebody Else' })
  expect(again.userId).toBe(first.userId)
  expect(await rowOf(first.userId)).toMatchObject({ email: 'ada@mail.example', display_name: 'Ada Lovelace' })
})

test('after deleting the account, a new one is created', async () => {
  const { userId } = await enter({ sub: 'returner' })
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: userId }).update({ deleted_at: stoa.clock.now() }),
  )
  const again = await enter({ sub: 'returner' })
  expect([userId, null]).not.toContain(again.userId)
  expect((await enter({ sub: 'returner' })).userId).toBe(again.userId)
})

test('an unverified provider address is neither stored nor claimed', async () => {
  const owner = await stoa.app.services.accounts.create({
    username: 'bob_demo',
    email: 'bob@mail.example',
    passwordHash: null,
  })
  const stranger = await enter({ sub: 'mallory', email: 'bob@mail.example', email_verified: false })
  expect(stranger.userId).not.toBe(owner)
  expect(await rowOf(stranger.userId)).toMatchObject({ email: null })
})

test.each(['http://pictures.example/a.png', 'javascript:alert(1)'])(
  '%s is not accepted as a picture',
  async (picture) => {
    const { userId } = await enter({ sub: `pictured by ${picture}`, picture })
    expect(await rowOf(userId)).toMatchObject({ profile_image_url: '' })
  },
)

test('another account’s address doesn’t link the accounts, even if the provider verified it', async () => {
  const { page, userId } = await enter({ sub: 'other-bob', email: 'Bob@mail.example', email_verified: true })
  expect(page).toBe('/bbs/login?next=%2Fbbs%2FFORUM&error=PROVIDER_EMAIL_IN_USE')
  expect(userId).toBeNull()
  const labels = await stoa.database.read('identities').pluck('label')
  expect(labels).not.toContain('Bob@mail.example')
})

test('concurrent first sign-ins create one account', async () => {
  real.signIn({ sub: 'twin', email: 'twin@mail.example', email_verified: true })
  const browsers = Array.from({ length: 5 }, () => createBrowser(stoa))
  const callbacks = await Promise.all(
    browsers.map((browser) => browser.goUntil(start('real'), ({ pathname }) => pathname.endsWith('/callback'))),
  )
  await Promise.all(browsers.map((browser, index) => browser.go(callbacks[index] ?? '')))
  const users = await Promise.all(browsers.map((browser) => browser.userId()))
  expect(new Set(users).size).toBe(1)
  expect(users[0]).not.toBeNull()
})

test.each([
  ['//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/bbs/FORUM?x=1#y', '/bbs/FORUM?x=1#y'],
])('a request to continue to %s leads to %s', async (next, page) => {
  real.signIn({ sub: 'ada' })
  expect(await createBrowser(stoa).go(start('real', next))).toBe(page)
})

test('a missing, unconfigured or unresponsive provider leads to the sign-in page', async () => {
  for (const [id, code] of [
    ['nobody', 'PROVIDER_NOT_FOUND'],
    ['x'.repeat(300), 'VALIDATION_FAILED'],
    ['away', 'PROVIDER_FAILED'],
  ] as const)
    expect(await createBrowser(stoa).go(start(id))).toBe(
      `/bbs/login?${code === 'VALIDATION_FAILED' ? '' : 'next=%2Fbbs%2FFORUM&'}error=${code}`,
    )
})

test('a callback works once, in the browser that started it, within ten minutes', async () => {
  real.signIn({ sub: 'ada' })
  const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
  const failed = '/bbs/login?next=%2F&error=PROVIDER_FAILED'
  const browser = createBrowser(stoa)
  const callback = await browser.goUntil(start('real'), isBack)
  const thief = createBrowser(stoa)
  expect(await thief.go(callback)).toBe(failed)
  expect(await thief.userId()).toBeNull()
  expect(await browser.go(callback)).toBe('/bbs/FORUM')
  expect(await browser.go(callback)).toBe(failed)

  const late = createBrowser(stoa)
  const lateCallback = await late.goUntil(start('real'), isBack)
  stoa.clock.advance(10 * 60 * 1000)
  expect(await late.go(lateCallback)).toBe(failed)
  expect(await late.userId()).toBeNull()
})

test('a browser that kept its cookie can’t reuse a callback either', async () => {
  real.signIn({ sub: 'ada' })
  const browser = createBrowser(stoa)
  const callback = new URL(await browser.goUntil(start('real'), ({ pathname }) => pathname.endsWith('/callback')))
  const headers = { cookie: browser.cookies(), accept: 'text/html' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${stoa.url}${callback.pathname}${callback.search}`, { headers, redirect: 'manual' }),
    ),
  )
  const sessions = answers.filter(({ headers }) => headers.getSetCookie().some((set) => /refresh=./.test(set)))
  expect(sessions).toHaveLength(1)
})

test('canceling at the provider leads back to the sign-in page', async () => {
  issuer.lie({ callback: { error: 'access_denied', code: null } })
  expect(await createBrowser(stoa).go(start('small'))).toBe('/bbs/login?next=%2Fbbs%2FFORUM&error=PROVIDER_CANCELLED')
})

test('a widget’s window stays on its own page when something fails', async () => {
  const next = '/embed/sign-in?origin=https%3A%2F%2Fnews.example'
  issuer.lie({ callback: { error: 'access_denied', code: null } })
  expect(await createBrowser(stoa).go(start('small', next))).toBe(`${next}&error=PROVIDER_CANCELLED`)
  expect(await createBrowser(stoa).go(start('away', next))).toBe(`${next}&error=PROVIDER_FAILED`)
})

test('the second factor is requested on the sign-in page, through a value that isn’t logged', async () => {
  const claims = { sub: 'two-proofs', email: 'two@mail.example', email_verified: true }
  const { browser } = await enter(claims)
  const token = await tokenOf(browser)
  const { secret } = (await stoa.call('totpBegin', {}, { token })).body.payload
  await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token })
  stoa.clock.advance(30_000)
  const { page, userId, browser: asking } = await enter(claims)
  expect(userId).toBeNull()
  const [before, fragment = ''] = page.split('#')
  expect(before).toBe('/bbs/login?next=%2Fbbs%2FFORUM')
  const asked = new URLSearchParams(fragment)
  expect(asked.get('methods')?.split(',')).toContain('totp')
  const proof = { challenge: asked.get('secondFactor') ?? '', code: codeOf(secret, stoa.clock.now()) }
  expect((await stoa.call('authSecondFactor', proof)).body.code).toBe('CHALLENGE_INVALID')
  const headers = { cookie: asking.cookies() }
  expect((await stoa.call('authSecondFactor', proof, { headers })).status).toBe(200)
})

test('a refused sign-in returns to the widget’s window without opener isolation', async () => {
  issuer.lie({ callback: { error: 'access_denied', code: null } })
  const window = '/embed/sign-in?origin=https%3A%2F%2Fgazette.example&state=s&challenge=c'
  expect(await createBrowser(stoa).go(start('small', window))).toBe(`${window}&error=PROVIDER_CANCELLED`)
  for (const path of [start('small', window), '/api/auth/provider/small/callback']) {
    const { headers } = await fetch(`${stoa.url}${path}`, { redirect: 'manual' })
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  }
})

test('OAuth 2 services identify people in their own formats', async () => {
  const answers = {
    '/user': { id: 7, login: 'octo', name: '', data: { id: 't7', name: 'Bird', username: 'bird' } },
    '/emails': [
      { email: 'second@mail.example', primary: false, verified: true },
      { email: 'octo@mail.example', primary: true, verified: true },
    ],
  }
  issuer.lie({ callback: { iss: null }, responses: answers })
  const enterBy = async (id: string) => {
    const browser = createBrowser(stoa)
    expect(await browser.go(start(id))).toBe('/bbs/FORUM')
    return rowOf(await browser.userId())
  }
  expect(await enterBy('github')).toMatchObject({ display_name: 'octo', email: 'octo@mail.example' })
  expect(await enterBy('twitter')).toMatchObject({ display_name: 'Bird', email: null })
  issuer.lie({
    callback: { iss: null },
    responses: { '/user': { id: 'f7', name: 'Face', email: 'face@mail.example' } },
  })
  expect(await enterBy('facebook')).toMatchObject({ display_name: 'Face', email: null })
  const unverified = [{ email: 'new@mail.example', primary: true, verified: false }]
  issuer.lie({ callback: { iss: null }, responses: { '/user': { id: 8, login: 'new' }, '/emails': unverified } })
  expect(await enterBy('github')).toMatchObject({ email: null })
})

test('a sign-in started at one OAuth 2 service can’t be finished at another', async () => {
  issuer.lie({ callback: { iss: null }, responses: { '/user': { id: 'f9', data: { id: 't9' } } } })
  const browser = createBrowser(stoa)
  const callback = await browser.goUntil(start('twitter'), ({ pathname }) => pathname.endsWith('/callback'))
  expect(await browser.go(callback.replace('/twitter/', '/facebook/'))).toContain('error=PROVIDER_FAILED')
  expect(await browser.userId()).toBeNull()
})

/** An access token of the browser's session. */
async function tokenOf(browser: ReturnType<typeof createBrowser>): Promise<string> {
  const answer = await stoa.call('authRefresh', {}, { headers: { cookie: browser.cookies() } })
  return answer.body.payload.accessToken
}
