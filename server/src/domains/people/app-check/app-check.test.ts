import { APP_CHECK_TTL_MS } from '@stoa/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solutionOf } from '../../../../test/app-check.ts'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { seedPost } from '../../../../test/seed-post.ts'
import type { AppCheckBearer } from './service.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const ORIGIN = 'http://localhost:3000'

async function solve(change: Record<string, unknown> = {}): Promise<string> {
  const solution = solutionOf((await stoa.call('appCheckChallenge', {})).body.payload)
  return btoa(JSON.stringify({ ...JSON.parse(atob(solution)), ...change }))
}

const REFUSED = { code: 'APP_CHECK_REQUIRED' }
const use = (token: string, bearer: Partial<AppCheckBearer> = {}) =>
  stoa.app.services.appCheck.use(token, { origin: ORIGIN, visitorId: '', address: '127.0.0.1', ...bearer }, 'write')
const exchange = (solution: string, origin = ORIGIN) => stoa.call('appCheckToken', { solution, origin })

test('a solved challenge yields a token for one origin, valid for ten minutes', async () => {
  const { token, expiresAt } = (await exchange(await solve())).body.payload
  expect(expiresAt).toBe(stoa.clock.now() + APP_CHECK_TTL_MS)
  await use(token)
  await expect(use(token, { origin: 'https://other.example' })).rejects.toMatchObject(REFUSED)
  stoa.clock.advance(APP_CHECK_TTL_MS + 1000)
  await expect(use(token)).rejects.toMatchObject(REFUSED)
})

test('a token is valid for its visitor, in the same network', async () => {
  const made = { origin: ORIGIN, visitorId: 'one', address: '192.0.2.7' }
  const { token } = await stoa.app.services.appCheck.token({ solution: await solve(), ...made }, made.origin)
  await use(token, made)
  // Mobile providers change addresses.
  await use(token, { ...made, address: '192.0.2.200' })
  for (const other of [{ visitorId: 'two' }, { visitorId: '' }, { address: '192.0.3.7' }, { address: '2001:db8::1' }]) {
    await expect(use(token, { ...made, ...other }), JSON.stringify(other)).rejects.toMatchObject(REFUSED)
  }
  const sixth = { ...made, address: '2001:db8:1:2::5' }
  const { token: other } = await stoa.app.services.appCheck.token({ solution: await solve(), ...sixth }, sixth.origin)
  await use(other, { ...sixth, address: '2001:db8:1:ffff::1' })
  await expect(use(other, { ...sixth, address: '2001:db8:2:2::5' })).rejects.toMatchObject(REFUSED)
})

test('cleaning up keeps valid tokens', async () => {
  const { token } = (await exchange(await solve())).body.payload
  stoa.clock.advance(APP_CHECK_TTL_MS - 1000)
  await stoa.app.services.appCheck.cleanUp()
  await use(token)
})

test('a solution works once', async () => {
  const solution = await solve()
  const answers = await Promise.all([exchange(solution), exchange(solution), exchange(solution)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403])
})

test('a solution expires after five minutes', async () => {
  const solution = await solve()
  stoa.clock.advance(5 * 60 * 1000 + 1000)
  expect((await exchange(solution)).body.code).toBe('APP_CHECK_REQUIRED')
})

test.each([
  { number: -1 },
  { signature: 'x' },
  { salt: 'x?expires=9999999999&' },
  { algorithm: 'none' },
  { algorithm: 5 },
])('a forged solution is refused: %j', async (change) => {
  expect((await exchange(await solve(change))).body.code).toBe('APP_CHECK_REQUIRED')
})

test.each(['%', 'bnVsbA==', 'W10=', 'e30=', '{}'])('the malformed solution %j is refused', async (solution) => {
  expect((await exchange(solution)).body.code).toBe('APP_CHECK_REQUIRED')
})

test('the token must be requested by the page it is for', async () => {
  expect((await exchange(await solve(), 'https://other.example')).body.code).toBe('APP_CHECK_REQUIRED')
})

test('a token signed with another key is refused', async () => {
  const forged = await new SignJWT({ origin: ORIGIN })
    .setProtectedHeader({ alg: 'HS256', typ: 'app-check+jwt' })
    .setIssuer('stoa')
    .setAudience('stoa-app-check')
    .setExpirationTime('1h')
    .sign(new Uint8Array(32))
  await expect(use(forged)).rejects.toMatchObject(REFUSED)
})

test('a page can only write with a token for its own site', async () => {
  const site = 'https://news.example'
  const communityId = await seedCommunity(stoa)
  await stoa.app.services.partnerOrigins.register(communityId, site)
  const postId = await seedPost(stoa, { communityId })
  const { token } = (await exchange(await solve())).body.payload
  const say = async (headers: Record<string, string>) => {
    const input = { tokenName: 'FORUM', postId, content: 'Hello' }
    return (await stoa.call('commentAnonymous', input, { headers: { 'x-app-check': token, ...headers } })).body.code
  }
  expect(await say({ origin: site })).toBe('APP_CHECK_REQUIRED')
  for (const headers of [{ origin: ORIGIN }, {}]) expect(await say(headers)).not.toBe('APP_CHECK_REQUIRED')
})
