import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import {
  badlySigned,
  type HostileToken,
  keyConfusion,
  signWithSecret,
  wronglyClaimed,
} from '../../../../../test/hostile-tokens.ts'
import { seedCommunity } from '../../../../../test/seed-community.ts'
import { stoaCommand } from '../../../../../test/stoa-command.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../../../test/token-issuer.ts'
import { createPublishers } from './publishers.ts'

const SITE = 'https://news.example'
const FORUM = 'http://localhost:3000'
const SECRET = 'thirty-two bytes that both sides know'
let stoa: TestApp
let issuer: TokenIssuer
let redirecting: Server

beforeAll(async () => {
  issuer = await startTokenIssuer()
  redirecting = createServer((_request, response) => response.writeHead(302, { location: issuer.jwks }).end())
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  stoa = await startTestApp({ LOG_LEVEL: 'silent' })
  const communityId = await seedCommunity(stoa)
  for (const origin of [SITE, 'https://other.example', issuer.issuer, addressOf(redirecting)])
    await stoa.app.services.partnerOrigins.register(communityId, origin)
  // Hostile tokens contain this machine's time.
  stoa.clock.advance(Date.now() - stoa.clock.now())
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
  redirecting.close()
})
beforeEach(() => stoa.app.services.publishers.set(SITE, { kind: 'secret', value: SECRET }))

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const now = () => Math.floor(stoa.clock.now() / 1000)
const right = () => ({ iss: SITE, aud: FORUM, sub: 'reader-1', iat: now(), exp: now() + 300 })
const signed = (claims: object, header: object = {}) =>
  signWithSecret(SECRET, { claims: { ...claims }, header: { ...header } })
const enter = async (token: string, origin = SITE) =>
  (await stoa.call('authEmbedSso', { token }, { headers: { origin } })).body
const codeOf = async (claims: object, header: object = {}) => (await enter(await signed(claims, header))).code

test('a reader signs in on this site as the publisher’s member, and as the same person next time', async () => {
  const told = { name: 'Ada Lovelace', picture: 'https://news.example/ada.png', email: 'ada@mail.example' }
  const { payload } = await enter(await signed({ ...right(), ...told }))
  const row = await stoa.database.read('users').where({ id: payload.userId }).first()
  expect(row).toMatchObject({ display_name: 'Ada Lovelace', profile_image_url: told.picture, email: null })
  expect((await enter(await signed(right()))).payload.userId).toBe(payload.userId)
  const ofSite = (origin: string) =>
    stoa.call('me', {}, { token: payload.accessToken, headers: { origin } }).then(({ status }) => status)
  expect([await ofSite(SITE), await ofSite('https://other.example'), await ofSite(FORUM)]).toEqual([200, 403, 403])
})

test('the publisher can’t reach anyone else’s account', async () => {
  const owner = await stoa.member('owner_demo')
  await stoa.database.transaction(({ connection }) =>
    connection('users')
      .where({ id: owner.id })
      .update({ email: 'owner@mail.example', email_key: 'owner@mail.example' }),
  )
  const claims = { ...right(), email: 'owner@mail.example', email_verified: true }
  for (const sub of [owner.id, 'owner_demo', 'owner@mail.example']) {
    expect((await enter(await signed({ ...claims, sub }))).payload.userId).not.toBe(owner.id)
  }
  await stoa.app.services.publishers.set('https://other.example', { kind: 'secret', value: SECRET })
  const elsewhere = await signed({ ...right(), iss: 'https://other.example' })
  const here = await enter(await signed(right()))
  expect((await enter(elsewhere, 'https://other.example')).payload.userId).not.toBe(here.payload.userId)
})

test('a token is accepted only from its own site with a valid key, and once if it has an id', async () => {
  const token = await signed({ ...right(), jti: 'one' })
  expect((await enter(token, issuer.issuer)).code).toBe('METHOD_UNAVAILABLE')
  expect((await enter(token, FORUM)).code).toBe('METHOD_UNAVAILABLE')
  expect((await enter(token, 'https://unknown.example')).code).toBe('ORIGIN_NOT_REGISTERED')
  expect((await enter(token)).code).toBeUndefined()
  expect((await enter(token)).code).toBe('INVALID_CREDENTIALS')
  for (const jti of [1, null, ['one'], {}]) {
    expect((await enter(await signed({ ...right(), jti }))).code).toBe('INVALID_CREDENTIALS')
  }
  // Another publisher's token with the same id doesn't use up this one's.
  const other = 'https://other.example'
  await stoa.app.services.publishers.set(other, { kind: 'secret', value: SECRET })
  expect((await enter(await signed({ ...right(), iss: other, jti: 'one' }), other)).code).toBeUndefined()
})

test('the session ends with its access token', async () => {
  const { payload } = await enter(await signed(right()))
  const read = () => stoa.call('me', {}, { token: payload.accessToken, headers: { origin: SITE } })
  stoa.clock.advance(10 * 60 * 1000)
  expect((await read()).status).toBe(401)
  stoa.clock.advance(-10 * 60 * 1000)
})

test.each([
  ['too long', 'exp', () => ({ ...right(), exp: now() + 3600 })],
  ['too old', 'iat', () => ({ ...right(), iat: now() - 700, exp: now() + 10 })],
  ['that has expired', 'exp', () => ({ ...right(), iat: now() - 300, exp: now() - 100 })],
  ['from the future', 'iat', () => ({ ...right(), iat: now() + 600, exp: now() + 900 })],
  ['without a beginning', 'iat', () => ({ ...right(), iat: undefined })],
  ['of another site', 'iss', () => ({ ...right(), iss: 'https://other.example' })],
  ['for another forum', 'aud', () => ({ ...right(), aud: 'https://forum.example' })],
  ['for somebody without a name', 'sub', () => ({ ...right(), sub: '' })],
])('a token %s is refused, naming %s', async (_what, field, claims) => {
  const { code, details } = await enter(await signed(claims()))
  expect([code, details]).toEqual(['INVALID_CREDENTIALS', [{ field, message: expect.any(String) }]])
})

test('a token with another key is refused, naming the key', async () => {
  const { details } = await enter(
    await signWithSecret('another secret with thirty-two bytes', { claims: right(), header: {} }),
  )
  expect(details).toEqual([expect.objectContaining({ field: 'key' })])
})

test('a key sealed with a former secret is no fault of the reader; the log says once what to do', async () => {
  const { database, clock } = stoa
  const logger = { error: vi.fn() }
  const publishers = createPublishers({ database, clock, logger, tokens: {}, secret: 'y'.repeat(32) } as never)
  const signIn = () =>
    publishers
      .signIn({ token: '', origin: SITE, forum: FORUM, referral: {} as never }, () => {})
      .catch(({ code }) => code)
  expect([await signIn(), await signIn()]).toEqual(['METHOD_UNAVAILABLE', 'METHOD_UNAVAILABLE'])
  expect(logger.error.mock.calls).toEqual([[{ origin: SITE }, expect.stringContaining('stoa sso:set')]])
})

test('a token with another type or none is refused', async () => {
  for (const typ of ['at+jwt', 'secevent+jwt', undefined])
    expect(await codeOf(right(), { typ })).toBe('INVALID_CREDENTIALS')
})

const tokens: HostileToken[] = [...badlySigned('http://127.0.0.1:9'), ...keyConfusion, ...wronglyClaimed]

test.each(tokens)('a token with $what is refused, with either kind of key', async ({ make }) => {
  const { jwk, sign } = issuer
  const ofSecret = await make({ claims: right(), jwk, sign: (claims, header) => signed(claims, header) })
  expect((await enter(ofSecret)).code).toBe('INVALID_CREDENTIALS')
  await stoa.app.services.publishers.set(SITE, { kind: 'jwks', value: issuer.jwks })
  const ofKeys = await make({ claims: right(), jwk, sign: (claims, header) => sign(claims, { typ: 'JWT', ...header }) })
  expect((await enter(ofKeys)).code).toBe('INVALID_CREDENTIALS')
})

test('public keys are only read from the configured address', async () => {
  const { publishers } = stoa.app.services
  const token = await issuer.sign(right(), { typ: 'JWT' })
  const by = async (value: string) => {
    await publishers.set(SITE, { kind: 'jwks', value })
    return (await enter(token)).code
  }
  expect(await by(issuer.jwks)).toBeUndefined()
  expect(await by(`${addressOf(redirecting)}/jwks`)).toBe('PROVIDER_FAILED')
  expect(await by('http://127.0.0.1:9/jwks')).toBe('PROVIDER_FAILED')
  expect(await by('http://169.254.169.254/jwks')).toBe('PROVIDER_FAILED')
})

test('the operator sets and removes a key; the secret is prompted for and never shown', async () => {
  const lines: string[] = []
  const typed = async (secret: string, ...parameters: string[]) => {
    const { code, out, err } = await stoaCommand(stoa.settings, parameters, secret)
    lines.push(out, err)
    return code
  }
  const run = (...parameters: string[]) => typed('', ...parameters)
  expect(await run('sso:set', SITE, 'secret', SECRET)).toBe(2)
  expect(await run('sso:set', SITE, 'jwks')).toBe(2)
  expect(await run('sso:set', SITE, 'secret')).toBe(2)
  expect(await typed('short', 'sso:set', SITE, 'secret')).toBe(2)
  expect(await typed(SECRET, 'sso:set', SITE, 'key')).toBe(2)
  for (const address of [
    'ftp://news.example/jwks',
    'https://user:password@news.example/jwks',
    'http://news.example/jwks',
    'http://127.0.0.1.news.example/jwks',
    'x',
  ])
    expect(await run('sso:set', SITE, 'jwks', address)).toBe(2)
  expect(await run('sso:set', SITE, 'jwks', 'http://localhost:9/jwks')).toBe(0)
  expect(await run('sso:set', SITE, 'jwks', issuer.jwks, 'more')).toBe(2)
  expect(await typed(SECRET, 'sso:set', 'https://unknown.example', 'secret')).toBe(1)
  expect(await typed(SECRET, 'sso:set', `${SITE}/page`, 'secret')).toBe(0)
  expect(JSON.stringify(await stoa.database.read('publisher_keys'))).not.toContain(SECRET)
  expect(lines.join('\n')).not.toContain(SECRET)
  expect((await enter(await signed(right()))).code).toBeUndefined()
  expect(await run('sso:remove', SITE)).toBe(0)
  expect(await run('sso:remove', SITE)).toBe(1)
  expect((await enter(await signed(right()))).code).toBe('METHOD_UNAVAILABLE')
})
