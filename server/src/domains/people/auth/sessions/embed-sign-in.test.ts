import { createHash } from 'node:crypto'
import { ACCESS_TOKEN_TTL_MS, EMBED_CODE_TTL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'

const SITE = 'https://news.example'
const OTHER = 'https://magazine.example'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
let stoa: TestApp
let reader: { id: string; token: string }
let communityId: string

beforeAll(async () => {
  stoa = await startTestApp()
  communityId = await seedCommunity(stoa)
  for (const site of [SITE, OTHER]) await stoa.app.services.partnerOrigins.register(communityId, site)
  reader = await stoa.member('rea_demo')
})
afterAll(() => stoa.close())

async function codeFor(origin = SITE): Promise<string> {
  const answer = await stoa.call('authEmbedAuthorize', { origin, codeChallenge: CHALLENGE }, { token: reader.token })
  return answer.body.payload.code
}
const redeem = (code: string, { origin = SITE, codeVerifier = VERIFIER } = {}) =>
  stoa.call('authEmbedToken', { code, codeVerifier }, { headers: { origin } })
const me = (token: string, origin?: string) => stoa.call('me', {}, { token, headers: origin ? { origin } : {} })
const frame = (input: { action: 'keep' | 'renew' | 'end'; origin?: string; code?: string }, cookie = '') =>
  stoa.call(
    'authEmbedRefresh',
    { origin: SITE, codeVerifier: VERIFIER, ...input },
    { headers: { cookie, 'sec-fetch-site': 'same-origin' } },
  )
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

test('a code signs in on its site only, with the viewer’s facts', async () => {
  const { accessToken, userId, ...rest } = (await redeem(await codeFor())).body.payload
  expect(userId).toBe(reader.id)
  expect(Object.keys(rest)).toEqual(['expiresAt'])
  expect((await me(accessToken, SITE)).body.payload.user).toMatchObject({ id: reader.id, site: SITE })
  for (const origin of [OTHER, `${SITE}:8443`, 'http://news.example', 'null', undefined]) {
    expect((await me(accessToken, origin)).body.code).toBe('SITE_BOUND')
  }
})

test('a site-bound token is refused by calls that aren’t for sites', async () => {
  const { accessToken } = (await redeem(await codeFor())).body.payload
  const answer = await stoa.call(
    'authEmbedAuthorize',
    { origin: SITE, codeChallenge: CHALLENGE },
    { token: accessToken, headers: { origin: SITE } },
  )
  expect(answer.body.code).toBe('SITE_BOUND')
})

test('a code works once, even concurrently', async () => {
  const code = await codeFor()
  const answers = await Promise.all([redeem(code), redeem(code), redeem(code)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401])
})

test.each([
  ['another registered origin', { origin: OTHER }],
  ['another verifier', { codeVerifier: 'w'.repeat(43) }],
])('a code presented with %s is refused and used up', async (_, wrong) => {
  const code = await codeFor()
  expect((await redeem(code, wrong)).body.code).toBe('CODE_INVALID')
  expect((await redeem(code)).body.code).toBe('CODE_INVALID')
})

test('a code expires after a minute', async () => {
  const code = await codeFor()
  stoa.clock.advance(EMBED_CODE_TTL_MS)
  expect((await redeem(code)).body.code).toBe('CODE_INVALID')
})

test.each(['https://attacker.example', 'https://news.example.attacker.example', 'https://news.example/', 'null'])(
  'no code is issued for %s',
  async (origin) => {
    const answer = await stoa.call('authEmbedAuthorize', { origin, codeChallenge: CHALLENGE }, { token: reader.token })
    expect(answer.body.code).toBe('ORIGIN_NOT_REGISTERED')
  },
)

test('the frame keeps, renews and ends a session for its site', async () => {
  const kept = await frame({ action: 'keep', code: await codeFor() })
  expect((await me(kept.body.payload.accessToken ?? '', SITE)).status).toBe(200)
  const renewed = await frame({ action: 'renew' }, cookieOf(kept))
  expect(renewed.body.payload.userId).toBe(reader.id)
  await frame({ action: 'end' }, cookieOf(renewed))
  expect((await frame({ action: 'renew' }, cookieOf(renewed))).body.code).toBe('REFRESH_INVALID')
  expect((await me(renewed.body.payload.accessToken ?? '', SITE)).body.code).toBe('AUTH_REQUIRED')
})

test('a session for one site gets no token for another or for the forum', async () => {
  const kept = cookieOf(await frame({ action: 'keep', code: await codeFor() }))
  const token = kept.slice(kept.indexOf('=') + 1)
  const otherName = cookieOf(await frame({ action: 'keep', origin: OTHER, code: await codeFor(OTHER) })).split('=')[0]
  expect((await frame({ action: 'renew', origin: OTHER }, `${otherName}=${token}`)).body.code).toBe('REFRESH_INVALID')
  const forum = await stoa.call('authRefresh', {}, { headers: { cookie: `stoa-refresh=${token}` } })
  expect(forum.body.code).toBe('REFRESH_INVALID')
  expect((await frame({ action: 'renew' }, kept)).status).toBe(200)
})

test('a site that is no longer registered gets no sessions, and existing ones end', async () => {
  const gone = 'https://former.example'
  await stoa.app.services.partnerOrigins.register(communityId, gone)
  const kept = await frame({ action: 'keep', origin: gone, code: await codeFor(gone) })
  const code = await codeFor(gone)
  await stoa.database.transaction(({ connection }) => connection('article_origins').where({ origin: gone }).del())
  stoa.clock.advance(2000)
  expect((await frame({ action: 'keep', origin: gone, code })).body.code).toBe('ORIGIN_NOT_REGISTERED')
  expect((await frame({ action: 'renew', origin: gone }, cookieOf(kept))).body.code).toBe('ORIGIN_NOT_REGISTERED')
})

test('signing in again on a site ends the previous session for it', async () => {
  const first = await frame({ action: 'keep', code: await codeFor() })
  const second = await frame({ action: 'keep', code: await codeFor() }, cookieOf(first))
  expect((await me(first.body.payload.accessToken ?? '', SITE)).body.code).toBe('AUTH_REQUIRED')
  expect((await me(second.body.payload.accessToken ?? '', SITE)).status).toBe(200)
})

test('only the forum’s own frame may use the stored session', async () => {
  const kept = cookieOf(await frame({ action: 'keep', code: await codeFor() }))
  for (const headers of [{ origin: SITE }, { 'sec-fetch-site': 'cross-site' }]) {
    const input = { origin: SITE, action: 'renew' as const }
    const answer = await stoa.call('authEmbedRefresh', input, { headers: { cookie: kept, ...headers } })
    expect(answer.body.code).toBe('CSRF_REFUSED')
  }
})

test('signing out everywhere also ends sessions on sites', async () => {
  const kept = await frame({ action: 'keep', code: await codeFor() })
  await stoa.app.services.sessions.endAllOf(reader.id)
  expect((await frame({ action: 'renew' }, cookieOf(kept))).body.code).toBe('REFRESH_INVALID')
  expect((await me(kept.body.payload.accessToken ?? '', SITE)).body.code).toBe('AUTH_REQUIRED')
})

test('a code issued before signing out everywhere or changing the password is refused', async () => {
  const { sessions } = stoa.app.services
  reader = await stoa.member('tia_demo')
  const given = await codeFor()
  const mine = (await sessions.listOf(reader.id)).find(({ site }) => site === '')
  await sessions.endOthers(reader.id, mine?.id ?? '')
  expect((await redeem(given)).body.code).toBe('CODE_INVALID')
  const code = await codeFor()
  await sessions.endAllOf(reader.id)
  expect((await redeem(code)).body.code).toBe('CODE_INVALID')
})

test('without a frame the session ends with its token', async () => {
  reader = await stoa.member('una_demo')
  await redeem(await codeFor())
  const sites = async () => (await stoa.app.services.sessions.listOf(reader.id)).map(({ site }) => site)
  expect(await sites()).toEqual([SITE, ''])
  stoa.clock.advance(ACCESS_TOKEN_TTL_MS)
  expect(await sites()).toEqual([''])
})

test('a token belongs to its session’s person and site, whatever else it claims', async () => {
  const [una, stranger] = [await stoa.member('uma_demo'), await stoa.member('vic_demo')]
  const claims = await stoa.app.accessTokens.verify(una.token)
  const says = async (other: object, origin?: string) =>
    (await me((await stoa.app.accessTokens.sign({ ...claims, ...other })).accessToken, origin)).body.code
  expect(await says({ site: SITE }, SITE)).toBe('AUTH_REQUIRED')
  expect(await says({ userId: stranger.id })).toBe('AUTH_REQUIRED')
  stoa.clock.advance(1001)
  expect(await says({})).toBeUndefined()
  expect(await says({ site: SITE }, SITE)).toBe('AUTH_REQUIRED')
  expect(await says({ userId: stranger.id })).toBe('AUTH_REQUIRED')
})
