import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBrowser } from '../../../../../test/browser.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { badlySigned, type HostileToken, keyConfusion, wronglyClaimed } from '../../../../../test/hostile-tokens.ts'
import { requestAsHost } from '../../../../../test/request-as-host.ts'
import { type Lies, startTokenIssuer, type TokenIssuer } from '../../../../../test/token-issuer.ts'

const data = mkdtempSync(join(tmpdir(), 'stoa-attacks-'))
const START = '/api/auth/provider/small/start'
let stoa: TestApp
let issuer: TokenIssuer
let other: TokenIssuer

beforeAll(async () => {
  issuer = await startTokenIssuer()
  other = await startTokenIssuer()
  const secrets = { clientId: 'the-forum', clientSecret: 'secret' }
  const providers = {
    small: { ...secrets, issuer: issuer.issuer, name: 'Small' },
    other: { ...secrets, issuer: other.issuer, name: 'Other' },
  }
  writeFileSync(join(data, 'providers.json'), JSON.stringify(providers))
  stoa = await startTestApp({ STOA_DATA: data, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
  await other.close()
  rmSync(data, { recursive: true })
})
beforeEach(() => issuer.lie())

/** Tries to sign in while the issuer lies. Returns whether that works. */
async function gets(lies: Lies): Promise<boolean> {
  issuer.lie(lies)
  const browser = createBrowser(stoa)
  const page = await browser.go(START)
  const isIn = (await browser.userId()) !== null
  expect(page).toBe(isIn ? '/' : '/bbs/login?next=%2F&error=PROVIDER_FAILED')
  return isIn
}

test.each(['cross-site', 'same-site'])('a %s page can’t start a sign-in at a provider', async (site) => {
  const navigation = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const answer = await requestAsHost(stoa, `${START}?next=%2Fbbs`, { headers: navigation })
  expect([answer.status, answer.headers.location]).toEqual([303, '/bbs/login?next=%2Fbbs'])
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each([
  { 'sec-fetch-dest': 'image' },
  { 'sec-fetch-dest': 'video' },
  { 'sec-fetch-dest': 'iframe', accept: 'text/html' },
  { 'sec-fetch-dest': 'embed', accept: 'text/html' },
  { 'sec-fetch-dest': 'empty' },
  // Browsers without fetch metadata.
  { accept: 'image/avif,image/webp,*/*;q=0.8' },
  { accept: '*/*' },
])('resources loaded by a page (%j) neither start nor finish a sign-in', async (headers) => {
  const browser = createBrowser(stoa)
  const callback = await browser.goUntil(START, ({ pathname }) => pathname.endsWith('/callback'))
  const isBegun = { headers: { ...headers, cookie: browser.cookies() }, redirect: 'manual' } as const
  const { pathname, search } = new URL(callback)
  for (const path of [START, pathname + search]) {
    const answer = await fetch(stoa.url + path, isBegun)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
  }
  // The browser itself can still complete it.
  expect(await browser.go(callback)).toBe('/')
})

test('an honest provider signs in', async () => {
  expect(await gets({})).toBe(true)
})

test.each([
  { what: 'no state', callback: { state: null } },
  { what: 'another state', callback: { state: 'x'.repeat(43) } },
  { what: 'no code', callback: { code: null } },
  { what: 'another code', callback: { code: 'stolen' } },
  { what: 'no issuer', callback: { iss: null } },
  { what: 'another issuer', callback: { iss: 'https://evil.example' } },
  { what: 'an error', callback: { error: 'server_error' } },
  { what: 'a token at once', callback: { id_token: 'x', response: 'x' } },
])('a callback with $what is refused', async ({ callback }) => {
  // Without the state the destination is unknown.
  issuer.lie({ callback })
  const browser = createBrowser(stoa)
  expect(await browser.go(START)).toMatch(/^\/bbs\/login\?next=%2F&error=PROVIDER_FAILED$/)
  expect(await browser.userId()).toBeNull()
})

test('a callback with duplicate parameters is refused', async () => {
  const browser = createBrowser(stoa)
  const isBack = ({ pathname }: URL) => pathname.endsWith('/callback')
  const callback = await browser.goUntil(START, isBack)
  expect(await browser.go(`${callback}&code=other`)).toContain('error=PROVIDER_FAILED')
  expect(await browser.userId()).toBeNull()
})

test('a sign-in started at one provider can’t be finished at another', async () => {
  const browser = createBrowser(stoa)
  const callback = await browser.goUntil(START, ({ pathname }) => pathname.endsWith('/callback'))
  expect(await browser.go(callback.replace('/small/', '/other/'))).toContain('error=PROVIDER_FAILED')
  expect(await browser.userId()).toBeNull()
})

const tokens: HostileToken[] = [
  ...badlySigned('http://127.0.0.1:9'),
  ...keyConfusion,
  ...wronglyClaimed,
  { what: 'another nonce', make: ({ claims, sign }) => sign({ ...claims, nonce: 'other' }) },
  { what: 'no nonce', make: ({ claims, sign }) => sign({ ...claims, nonce: undefined }) },
]

test.each(tokens)('a token with $what is refused', async ({ make }) => {
  const { jwk, sign } = issuer
  expect(await gets({ token: (claims) => make({ claims, jwk, sign }) })).toBe(false)
})
