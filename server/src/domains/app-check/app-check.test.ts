import { createHash } from 'node:crypto'
import { APP_CHECK_TTL_MS } from '@stoa/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import { seedPost } from '../../../test/seed-post.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const ORIGIN = 'http://localhost:3000'

async function solve(change: Record<string, unknown> = {}): Promise<string> {
  const { payload: challenge } = (await stoa.call('appCheckChallenge', {})).body
  const { maxnumber, ...parts } = challenge
  const hash = (number: number) => createHash('sha256').update(`${parts.salt}${number}`).digest('hex')
  const number = Array.from({ length: maxnumber + 1 }, (_, index) => index).find((n) => hash(n) === parts.challenge)
  const payload = { ...parts, number, ...change }
  return btoa(JSON.stringify(payload))
}

const exchange = (solution: string, origin = ORIGIN) => stoa.call('appCheckToken', { solution, origin })

test('a solved challenge buys a token for one origin that ends after ten minutes', async () => {
  const { token, expiresAt } = (await exchange(await solve())).body.payload
  expect(expiresAt).toBe(stoa.clock.now() + APP_CHECK_TTL_MS)
  const { check } = stoa.app.services.appCheck
  await check(token, ORIGIN)
  await expect(check(token, 'https://other.example')).rejects.toMatchObject({ code: 'APP_CHECK_REQUIRED' })
  stoa.clock.advance(APP_CHECK_TTL_MS + 1000)
  await expect(check(token, ORIGIN)).rejects.toMatchObject({ code: 'APP_CHECK_REQUIRED' })
})

test('a solution is good once', async () => {
  const solution = await solve()
  const answers = await Promise.all([exchange(solution), exchange(solution), exchange(solution)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403])
})

test('a solution is refused after five minutes', async () => {
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

test('the token must be asked for by the page it is for', async () => {
  expect((await exchange(await solve(), 'https://other.example')).body.code).toBe('APP_CHECK_REQUIRED')
})

test('a token signed with another key is refused', async () => {
  const forged = await new SignJWT({ origin: ORIGIN })
    .setProtectedHeader({ alg: 'HS256', typ: 'app-check+jwt' })
    .setIssuer('stoa')
    .setAudience('stoa-app-check')
    .setExpirationTime('1h')
    .sign(new Uint8Array(32))
  await expect(stoa.app.services.appCheck.check(forged, ORIGIN)).rejects.toMatchObject({ code: 'APP_CHECK_REQUIRED' })
})

test('a page writes with the token that was made for its site, and with no other', async () => {
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
