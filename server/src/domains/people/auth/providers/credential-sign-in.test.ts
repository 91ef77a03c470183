import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../../../test/browser.ts'
import { cookiesOf } from '../../../../../test/cookies.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { badlySigned, type HostileToken, keyConfusion, wronglyClaimed } from '../../../../../test/hostile-tokens.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../../../test/token-issuer.ts'

const PROJECT = 'https://securetoken.google.com/stoa-test'
const data = mkdtempSync(join(tmpdir(), 'stoa-credentials-'))
let stoa: TestApp
let issuer: TokenIssuer

beforeAll(async () => {
  issuer = await startTokenIssuer()
  const endpoints = { issuer: issuer.issuer, jwks: issuer.jwks }
  const google = { clientId: 'the-forum', clientSecret: 'secret', endpoints }
  const firebase = { projectId: 'stoa-test', endpoints: { jwks: issuer.jwks } }
  writeFileSync(join(data, 'providers.json'), JSON.stringify({ google, firebase }))
  stoa = await startTestApp({ STOA_DATA: data })
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
  rmSync(data, { recursive: true })
})

/** A browser that can use a credential once. */
async function browserWithNonce() {
  const { headers, body } = await stoa.call('authOneTapNonce', {})
  return { nonce: body.payload.nonce, options: { headers: { cookie: cookiesOf(headers) } } }
}
const google = () => issuer.rightClaims('the-forum')
const firebase = () => ({
  ...issuer.rightClaims('stoa-test'),
  iss: PROJECT,
  auth_time: Math.floor(stoa.clock.now() / 1000),
})
const rowOf = (userId: string) => stoa.database.read('users').where({ id: userId }).first()

test('a credential signs in once, in the browser it was issued for', async () => {
  const { nonce, options } = await browserWithNonce()
  const claims = { ...google(), sub: 'ada', nonce, email: 'ada@mail.example', email_verified: true, name: 'Ada' }
  const credential = await issuer.sign(claims)
  const thief = await browserWithNonce()
  const of = async (about: typeof options) => (await stoa.call('authOneTap', { credential }, about)).body
  expect((await of(thief.options)).code).toBe('INVALID_CREDENTIALS')
  expect((await stoa.call('authOneTap', { credential })).body.code).toBe('INVALID_CREDENTIALS')
  const all = await Promise.all(Array.from({ length: 20 }, () => of(options)))
  const [entered, ...more] = all.filter(({ code }) => code === undefined)
  expect(more).toEqual([])
  expect(await rowOf(entered?.payload.userId ?? '')).toMatchObject({ email: 'ada@mail.example', display_name: 'Ada' })
})

test.each([
  ['\u202EAnn', 'Ann'],
  ['Two\nlines', 'Two lines'],
  ['A\tb\u0007', 'A b'],
])('a provider’s name %j is shown on one line without changing direction', async (name, shown) => {
  const { nonce, options } = await browserWithNonce()
  const claims = { ...google(), sub: `called ${shown}`, nonce, name }
  const { payload } = (await stoa.call('authOneTap', { credential: await issuer.sign(claims) }, options)).body
  expect(await rowOf(payload.userId)).toMatchObject({ display_name: shown })
})

test('both of Google’s flows lead to one account, also with its other issuer name', async () => {
  issuer.lie({ claims: { sub: 'both' } })
  const browser = createBrowser(stoa)
  await browser.go('/api/auth/provider/google/start')
  const { nonce, options } = await browserWithNonce()
  const claims = { ...google(), sub: 'both', nonce, iss: issuer.issuer.replace('https://', '') }
  const answer = await stoa.call('authOneTap', { credential: await issuer.sign(claims) }, options)
  expect(answer.body.payload.userId).toBe(await browser.userId())
})

test('a token of the configured Firebase project is accepted, others are refused', async () => {
  const enter = async (change: object) =>
    (await stoa.call('userCreateFirebaseUser', { idToken: await issuer.sign({ ...firebase(), ...change }) })).body
  const first = await enter({ sub: 'eve', email: 'eve@mail.example', email_verified: false })
  expect(await rowOf(first.payload.userId)).toMatchObject({ email: null })
  expect((await enter({ sub: 'eve' })).payload.userId).toBe(first.payload.userId)
  const refused = [
    { iss: 'https://securetoken.google.com/another' },
    { aud: 'another' },
    { auth_time: undefined },
    { auth_time: Math.floor(stoa.clock.now() / 1000) + 60 },
    { firebase: { sign_in_provider: 'anonymous' } },
    { sub: '' },
    { sub: 'x'.repeat(256) },
  ]
  for (const change of refused) expect([change, (await enter(change)).code]).toEqual([change, 'INVALID_CREDENTIALS'])
})

test('a token signed by one issuer is refused for another', async () => {
  const { nonce, options } = await browserWithNonce()
  const tokens = [await issuer.sign({ ...firebase(), nonce }), await issuer.sign({ ...google(), nonce })]
  const [ofFirebase = '', ofGoogle = ''] = tokens
  expect((await stoa.call('authOneTap', { credential: ofFirebase }, options)).body.code).toBe('INVALID_CREDENTIALS')
  expect((await stoa.call('userCreateFirebaseUser', { idToken: ofGoogle })).body.code).toBe('INVALID_CREDENTIALS')
})

const tokens: HostileToken[] = [...badlySigned('http://127.0.0.1:9'), ...keyConfusion, ...wronglyClaimed]

test.each(tokens)('a token with $what is refused', async ({ make }) => {
  const { jwk, sign } = issuer
  const { nonce, options } = await browserWithNonce()
  // Hostile tokens contain this machine's time.
  stoa.clock.advance(Date.now() - stoa.clock.now())
  const credential = await make({ claims: { ...google(), nonce }, jwk, sign })
  const pressed = await stoa.call('authOneTap', { credential }, options)
  const idToken = await make({ claims: firebase(), jwk, sign })
  const handed = await stoa.call('userCreateFirebaseUser', { idToken })
  expect([pressed.body.code, handed.body.code]).toEqual(['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS'])
})
