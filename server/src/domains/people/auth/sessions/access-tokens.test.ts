import { createHmac, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { ACCESS_TOKEN_TTL_MS } from '@stoa/contract'
import { type JWTPayload, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { deriveKey } from '../../../../platform/security/keys.ts'
import { createAccessTokens } from './access-tokens.ts'

const NOW = Date.UTC(2026, 0, 1)
let now = NOW
const secret = 's'.repeat(32)
const tokens = createAccessTokens({ secret, clock: { now: () => now } })
const claims = { userId: 'u'.repeat(20), sessionId: 's'.repeat(20), site: '' }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const good = {
  sub: claims.userId,
  sid: claims.sessionId,
  site: '',
  iss: 'stoa',
  aud: 'stoa-api',
  exp: NOW / 1000 + 600,
}

/** Combines the signature of a real token with other parts. */
async function withParts(header: unknown, payload: unknown): Promise<string> {
  const { accessToken } = await tokens.sign(claims)
  return `${encode(header)}.${encode(payload)}.${accessToken.split('.')[2]}`
}

test('a token identifies its user until it expires', async () => {
  const { accessToken, expiresAt } = await tokens.sign(claims)
  expect(await tokens.verify(accessToken)).toEqual(claims)
  expect(expiresAt - NOW).toBe(ACCESS_TOKEN_TTL_MS)
  now = expiresAt
  await expect(tokens.verify(accessToken)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  now = NOW
})

test('processes with the same secret accept each other’s tokens, others don’t', async () => {
  const { accessToken } = await tokens.sign(claims)
  const clock = { now: () => now }
  expect(await createAccessTokens({ secret, clock }).verify(accessToken)).toEqual(claims)
  const stranger = createAccessTokens({ secret: 'other', clock })
  await expect(stranger.verify(accessToken)).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
})

const HEADER = { alg: 'EdDSA', typ: 'at+jwt' }
test.each([
  ['no algorithm', () => `${encode({ ...HEADER, alg: 'none' })}.${encode(good)}.`],
  ['no algorithm with a signature', () => withParts({ ...HEADER, alg: 'none' }, good)],
  ['another payload under a real signature', () => withParts(HEADER, { ...good, sub: 'v'.repeat(20) })],
  ['an HMAC with the secret as key', () => hmacSigned(secret)],
  ['a key of its own', () => ownKey({})],
  ['a key of its own named in the header', () => ownKey({ jwk: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } })],
  ['a key from an address', () => ownKey({ jku: 'https://attacker.example/keys', kid: '../../../../dev/null' })],
  ['another issuer', () => realKey({ iss: 'other' })],
  ['another audience', () => realKey({ aud: 'stoa-app-check' })],
  ['another type', () => realKey({}, { typ: 'JWT' })],
  ['no end', () => realKey({ exp: undefined })],
  ['no site', () => realKey({ site: undefined })],
  ['a beginning in the future', () => realKey({ nbf: NOW / 1000 + 60 })],
  ['nonsense', () => 'a.b.c'],
  ['an empty token', () => '..'],
])('a token with %s is refused', async (_, make) => {
  await expect(tokens.verify(await make())).rejects.toMatchObject({ code: 'AUTH_REQUIRED' })
})

function hmacSigned(key: string): string {
  const body = `${encode({ ...HEADER, alg: 'HS256' })}.${encode(good)}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

async function ownKey(header: Record<string, unknown>): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519')
  return new SignJWT(good as JWTPayload).setProtectedHeader({ ...HEADER, ...header }).sign(privateKey)
}

async function realKey(payload: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
  const seed = deriveKey(secret, 'stoa access token key')
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return new SignJWT({ ...good, ...payload } as JWTPayload).setProtectedHeader({ ...HEADER, ...header }).sign(key)
}

test('the refused tokens differ from a valid one only in what their names say', async () => {
  expect(await tokens.verify(await realKey({}))).toEqual(claims)
})
