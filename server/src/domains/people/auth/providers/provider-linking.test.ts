import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../../../test/browser.ts'
import { codeOf } from '../../../../../test/factors.ts'
import type { TestApp } from '../../../../../test/harness.ts'
import { mailsOf } from '../../../../../test/mails.ts'
import { CLIENT, type OpenIdProvider } from '../../../../../test/oidc-provider.ts'
import type { TokenIssuer } from '../../../../../test/token-issuer.ts'
import { startTwoProviders } from '../../../../../test/two-providers.ts'

let forum: Awaited<ReturnType<typeof startTwoProviders>>
let stoa: TestApp
let real: OpenIdProvider
let issuer: TokenIssuer

beforeAll(async () => {
  forum = await startTwoProviders(() => ({ away: { ...CLIENT, issuer: 'http://127.0.0.1:9', name: 'Away' } }))
  ;({ stoa, real, issuer } = forum)
})
afterAll(() => forum.close())

const start = (id: string) => `/api/auth/provider/${id}/start?next=%2Fbbs%2FFORUM`

/** Signs in at the real provider in a new browser. Returns the user id here. */
async function enter(claims: Parameters<OpenIdProvider['signIn']>[0]) {
  real.signIn(claims)
  const browser = createBrowser(stoa)
  await browser.go(start('real'))
  return { browser, userId: await browser.userId() }
}

test('a provider is linked only to the requesting account and in its browser, and its owner gets a mail', async () => {
  issuer.lie({ claims: { sub: 'linked', email: 'there@mail.example' } })
  const { browser, userId } = await enter({ sub: 'linker', email: 'linker@mail.example', email_verified: true })
  const token = await tokenOf(browser)
  const asked = await stoa.call('updateAuthProvider', { providerId: 'small', link: true, next: '/a?b=1' }, { token })
  const url = asked.body.payload.url ?? ''

  const thief = await enter({ sub: 'thief' })
  expect(await thief.browser.go(url)).toBe('/bbs/login?next=%2F&error=AUTH_REQUIRED')
  expect(await createBrowser(stoa).go(url)).toBe('/bbs/login?next=%2F&error=AUTH_REQUIRED')
  expect(await browser.go(url.replace('/small/', '/away/'))).toBe('/bbs/login?next=%2F&error=AUTH_REQUIRED')
  stoa.clock.advance(1)
  expect(await browser.go(url)).toBe('/a?b=1')
  expect((await stoa.app.services.identities.of(userId ?? '')).map(({ name, label }) => [name, label])).toEqual([
    ['Real', 'linker@mail.example'],
    ['Small', 'there@mail.example'],
  ])
  expect((await mailsOf(stoa)).filter((mail) => mail.includes('Small was linked'))).toHaveLength(1)
  const other = createBrowser(stoa)
  await other.go(start('small'))
  expect(await other.userId()).toBe(userId)

  const second = await stoa.call(
    'updateAuthProvider',
    { providerId: 'small', link: true, next: '/a?b=1' },
    {
      token: await tokenOf(thief.browser),
    },
  )
  expect(await thief.browser.go(second.body.payload.url ?? '')).toBe('/a?b=1&error=CREDENTIAL_IN_USE')
  expect(await stoa.app.services.identities.of(thief.userId ?? '')).toHaveLength(1)

  const there = await tokenOf(other)
  const unlink = (as: string) => stoa.call('updateAuthProvider', { providerId: 'small', link: false }, { token: as })
  const rest = await unlink(token)
  // A session elsewhere that signed in with the provider can't change anything.
  expect((await unlink(there)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  expect(rest.body.payload.providers).toHaveLength(1)
  expect((await mailsOf(stoa)).filter((mail) => mail.includes('Small was unlinked'))).toHaveLength(1)
})

test('linking requested with only a first factor fails once there is a second one', async () => {
  issuer.lie({ claims: { sub: 'of-the-thief' } })
  const thief = await enter({ sub: 'two-stepper' })
  const own = await enter({ sub: 'two-stepper' })
  const [token, ownToken] = [await tokenOf(thief.browser), await tokenOf(own.browser)]
  const { url = '' } = (await stoa.call('updateAuthProvider', { providerId: 'small', link: true }, { token })).body
    .payload
  const { secret } = (await stoa.call('totpBegin', {}, { token: ownToken })).body.payload
  await stoa.call('totpConfirm', { code: codeOf(secret, stoa.clock.now()) }, { token: ownToken })
  expect(await thief.browser.go(url)).toBe('/bbs/my-account/settings/security?error=REAUTHENTICATION_REQUIRED')
  expect((await stoa.app.services.identities.of(own.userId ?? '')).map(({ name }) => name)).toEqual(['Real'])
})

test('linking succeeds after a long stay at the provider, although the reauthentication has expired', async () => {
  issuer.lie({ claims: { sub: 'of-the-slow' } })
  const { browser, userId } = await enter({ sub: 'slow' })
  const token = await tokenOf(browser)
  const longAgo = stoa.clock.now() - REAUTHENTICATION_TTL_MS
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: userId }).update({ authenticated_at: longAgo }),
  )
  const { body } = await stoa.call('updateAuthProvider', { providerId: 'small', link: true, next: '/a' }, { token })
  stoa.clock.advance(5000)
  expect(await browser.go(body.payload.url ?? '')).toBe('/a')
  expect(await stoa.app.services.identities.of(userId ?? '')).toHaveLength(2)
})

test('nothing is linked if the requesting session has ended', async () => {
  issuer.lie({ claims: { sub: 'too-late' } })
  const { browser, userId } = await enter({ sub: 'leaver' })
  const token = await tokenOf(browser)
  const { url = '' } = (await stoa.call('updateAuthProvider', { providerId: 'small', link: true }, { token })).body
    .payload
  const callback = await browser.goUntil(url, ({ pathname }) => pathname.endsWith('/callback'))
  await stoa.app.services.sessions.endAllOf(userId ?? '')
  expect(await browser.go(callback)).toBe('/bbs/my-account/settings/security?error=AUTH_REQUIRED')
  expect(await stoa.app.services.identities.of(userId ?? '')).toHaveLength(1)
})

test('the last sign-in method can’t be unlinked, nor the last two concurrently', async () => {
  issuer.lie({ claims: { sub: 'bystander' } })
  await createBrowser(stoa).go(start('small'))
  issuer.lie({ claims: { sub: 'two-ways' } })
  const { browser, userId } = await enter({ sub: 'two-ways' })
  const token = await tokenOf(browser)
  const unlink = (providerId: string) => stoa.call('updateAuthProvider', { providerId, link: false }, { token })
  expect((await unlink('real')).body.code).toBe('LAST_WAY_IN')
  for (const nobody of ['nobody', 'password', 'constructor']) {
    expect([nobody, (await unlink(nobody)).body.code]).toEqual([nobody, 'PROVIDER_NOT_FOUND'])
  }
  const { url = '' } = (await stoa.call('updateAuthProvider', { providerId: 'small', link: true }, { token })).body
    .payload
  expect(await browser.go(url)).toBe('/bbs/my-account/settings/security')
  const others = () => stoa.database.read('identities').whereNot({ user_id: userId }).orderBy('subject_hash')
  const before = await others()
  const both = await Promise.all([unlink('real'), unlink('small')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await stoa.app.services.identities.of(userId ?? '')).toHaveLength(1)
  expect(new Set(before.map(({ provider }) => provider))).toContain('small')
  expect(await others()).toEqual(before)
})

test('linking requires a recent reauthentication and an offered provider', async () => {
  const { token } = await stoa.member('stale_demo')
  const link = (providerId: string, provider: boolean) =>
    stoa.call('updateAuthProvider', { providerId, link: provider }, { token })
  expect((await link('nobody', true)).body.code).toBe('PROVIDER_NOT_FOUND')
  stoa.clock.advance(9 * 60 * 1000)
  const fresh = await stoa.app.accessTokens.verify(token)
  expect(fresh.site).toBe('')
  stoa.clock.advance(2 * 60 * 1000)
  const renewed = await stoa.app.accessTokens.sign(fresh)
  const stale = await stoa.call(
    'updateAuthProvider',
    { providerId: 'real', link: true },
    { token: renewed.accessToken },
  )
  expect(stale.body.code).toBe('REAUTHENTICATION_REQUIRED')
})

/** An access token of the browser's session. */
async function tokenOf(browser: ReturnType<typeof createBrowser>): Promise<string> {
  const answer = await stoa.call('authRefresh', {}, { headers: { cookie: browser.cookies() } })
  return answer.body.payload.accessToken
}
