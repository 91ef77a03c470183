import { REAUTHENTICATION_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../../../test/browser.ts'
import type { TestApp } from '../../../../../test/harness.ts'
import type { OpenIdProvider } from '../../../../../test/oidc-provider.ts'
import type { TokenIssuer } from '../../../../../test/token-issuer.ts'
import { startTwoProviders } from '../../../../../test/two-providers.ts'

const BACK = '/bbs/my-account/settings'
let forum: Awaited<ReturnType<typeof startTwoProviders>>
let stoa: TestApp
let real: OpenIdProvider
let issuer: TokenIssuer

beforeAll(async () => {
  forum = await startTwoProviders()
  ;({ stoa, real, issuer } = forum)
  // The providers use this machine's time.
  stoa.clock.advance(Date.now() - stoa.clock.now())
})
afterAll(() => forum.close())

/** A person who can sign in only with a provider, in a session that hasn't authenticated recently. */
async function comer(sub: string, id = 'small') {
  real.signIn({ sub })
  issuer.lie({ claims: { sub } })
  const browser = createBrowser(stoa)
  await browser.go(`/api/auth/provider/${id}/start?next=/`)
  const { payload } = (await stoa.call('authRefresh', {}, { headers: { cookie: browser.cookies() } })).body
  const token = payload.accessToken
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: payload.userId }).update({ authenticated_at: 1 }),
  )
  return { browser, token, userId: payload.userId }
}

const options = async (token: string) => (await stoa.call('authReauthenticateOptions', {}, { token })).body.payload
const wayOf = async (token: string) => `${(await options(token)).providers?.[0]?.url}&next=${encodeURIComponent(BACK)}`
const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
/** Whether the session may change how its owner signs in. */
async function isRecent(token: string): Promise<boolean> {
  const { body } = await stoa.call('totpBegin', {}, { token })
  return body.code !== 'REAUTHENTICATION_REQUIRED'
}
const refused = (code: string) => `${BACK}?error=${code}`

test.each(['real', 'small'])(
  'a member whose only sign-in method is a provider reauthenticates there (%s)',
  async (id) => {
    const { browser, token } = await comer(`alone-${id}`, id)
    expect(await isRecent(token)).toBe(false)
    const { methods, providers } = await options(token)
    expect([methods, providers?.map(({ providerId, name }) => [providerId, name.toLowerCase()])]).toEqual([
      [],
      [[id, id]],
    ])
    const isThere = ({ origin, pathname }: URL) => origin !== 'http://localhost:3000' && pathname.startsWith('/auth')
    const asked = await browser.goUntil(await wayOf(token), isThere)
    expect(new URL(asked).searchParams.get('max_age')).toBe('0')
    expect(await browser.go(await wayOf(token))).toBe(BACK)
    expect(await isRecent(token)).toBe(true)
  },
)

test('a reauthentication is valid for ten minutes in its session', async () => {
  const { browser, token, userId } = await comer('two-sessions')
  const { signedIn } = await stoa.app.services.sessions.begin({ userId, site: '', lasting: true })
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: userId }).update({ authenticated_at: 1 }),
  )
  await browser.go(await wayOf(token))
  expect([await isRecent(token), await isRecent(signedIn.accessToken)]).toEqual([true, false])
  await stoa.database.transaction(({ connection }) =>
    connection('sessions')
      .where({ user_id: userId })
      .decrement('authenticated_at', REAUTHENTICATION_TTL_MS + 1),
  )
  expect(await isRecent(token)).toBe(false)
})

test('the provider isn’t offered if a stronger method exists', async () => {
  const { token, userId } = await comer('stronger')
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: userId }).update({ email: 's@mail.example', email_key: 's@mail.example' }),
  )
  expect(await options(token)).toEqual({ methods: ['email'] })
})

test('another person’s account at the provider is neither accepted nor linked', async () => {
  const { browser, token, userId } = await comer('own')
  const { userId: other } = await comer('somebody-else')
  for (const sub of ['somebody-else', 'nobody-yet']) {
    issuer.lie({ claims: { sub } })
    expect(await browser.go(await wayOf(token))).toBe(refused('INVALID_CREDENTIALS'))
    expect(await isRecent(token)).toBe(false)
  }
  const linked = await stoa.database.read('identities').whereIn('user_id', [userId, other])
  expect(linked).toHaveLength(2)
})

test('the provider isn’t accepted once a second factor was added', async () => {
  const { browser, token, userId } = await comer('two-step')
  const callback = await browser.goUntil(await wayOf(token), isBack)
  await stoa.database.transaction(({ connection }) =>
    connection('totp_secrets').insert({ user_id: userId, sealed: '', created_at: 1, confirmed_at: 1, last_step: 0 }),
  )
  expect(await browser.go(callback)).toBe(refused('FORBIDDEN'))
  expect(await isRecent(token)).toBe(false)
  expect(await options(token)).toEqual({ methods: ['totp'] })
})

test('an unlinked provider isn’t accepted', async () => {
  const { browser, token, userId } = await comer('unlinked')
  const callback = await browser.goUntil(await wayOf(token), isBack)
  await stoa.database.transaction(({ connection }) => connection('identities').where({ user_id: userId }).del())
  expect(await browser.go(callback)).toBe(refused('INVALID_CREDENTIALS'))
})

test('the provider of a merged account is accepted, too', async () => {
  const { userId: merged } = await comer('merged')
  const { browser, token, userId } = await comer('main')
  issuer.lie({ claims: { sub: 'merged' } })
  expect(await browser.go(await wayOf(token))).toBe(refused('INVALID_CREDENTIALS'))
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: merged }).update({ forward_to: userId }),
  )
  expect((await options(token)).providers).toHaveLength(1)
  expect(await browser.go(await wayOf(token))).toBe(BACK)
  expect(await isRecent(token)).toBe(true)
})

test('reauthentication works in the session’s browser while the session lasts', async () => {
  const { browser, token } = await comer('bound')
  const thief = createBrowser(stoa)
  const way = await wayOf(token)
  expect(await thief.go(way)).toMatch(/error=AUTH_REQUIRED$/)
  const { browser: other } = await comer('with-a-session')
  issuer.lie({ claims: { sub: 'bound' } })
  expect(await other.go(way)).toMatch(/error=AUTH_REQUIRED$/)
  const callback = await browser.goUntil(way, isBack)
  await stoa.call('authSignOut', {}, { headers: { cookie: browser.cookies() } })
  expect(await browser.go(callback)).toBe(refused('AUTH_REQUIRED'))
})

test('a callback works once', async () => {
  const { browser, token, userId } = await comer('once')
  const callback = await browser.goUntil(await wayOf(token), isBack)
  expect(await browser.go(callback)).toBe(BACK)
  await stoa.database.transaction(({ connection }) =>
    connection('sessions').where({ user_id: userId }).update({ authenticated_at: 1 }),
  )
  expect(await browser.go(callback)).toMatch(/error=PROVIDER_FAILED$/)
  expect(await isRecent(token)).toBe(false)
})

test('a reauthentication started ten minutes ago fails', async () => {
  const { browser, token } = await comer('slow')
  const way = await wayOf(token)
  stoa.clock.advance(10 * 60 * 1000)
  const page = await browser.go(way)
  stoa.clock.advance(-10 * 60 * 1000)
  expect(page).toMatch(/error=AUTH_REQUIRED$/)
})

test('a provider that didn’t ask for sign-in again isn’t accepted', async () => {
  const { browser, token } = await comer('stale')
  const at = Math.floor(stoa.clock.now() / 1000)
  issuer.lie({ claims: { sub: 'stale', auth_time: at - 3600 } })
  expect(await browser.go(await wayOf(token))).toBe(refused('PROVIDER_FAILED'))
  expect(await isRecent(token)).toBe(false)
  issuer.lie({ claims: { sub: 'stale', auth_time: at } })
  expect(await browser.go(await wayOf(token))).toBe(BACK)
  expect(await isRecent(token)).toBe(true)
})
