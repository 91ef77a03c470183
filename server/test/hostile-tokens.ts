import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { attackersKeys } from './token-issuer.ts'

/** The attacked issuer: a token with these claims is valid. */
export interface Issuer {
  claims: JWTPayload
  /** Public half of its key; null: it uses a shared secret. */
  jwk: JsonWebKey | null
  /** Signs like the issuer. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
}

/** A token that must be refused. */
export interface HostileToken {
  what: string
  make(issuer: Issuer): Promise<string>
}

/** A token signed with a shared secret, as publishers create it. */
export function signWithSecret(
  secret: string,
  { claims, header = {} }: { claims: Record<string, unknown>; header?: Record<string, unknown> },
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(Buffer.from(secret))
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)

function unsigned(header: object, claims: JWTPayload, signature = ''): string {
  return `${encode(header)}.${encode(claims)}.${signature}`
}

function hmac(header: object, about: { claims: JWTPayload; key: string | Buffer }): string {
  const text = `${encode(header)}.${encode(about.claims)}`
  return `${text}.${createHmac('sha256', about.key).update(text).digest('base64url')}`
}

const publicOf = ({ jwk }: Issuer) => createPublicKey({ key: jwk ?? {}, format: 'jwk' })

/** Signed with the attacker's own key, under a header that should make it acceptable. */
async function forged({ claims }: Issuer, header: Record<string, unknown>, more: { withKey?: boolean } = {}) {
  const { privateKey, jwk } = await attackersKeys()
  const key = more.withKey ? { jwk } : {}
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header, ...key }).sign(privateKey)
}

const withClaims = (what: string, change: () => Record<string, unknown>): HostileToken => ({
  what,
  make: ({ claims, sign }) => sign({ ...claims, ...change() }),
})

/** Tokens with an invalid signature. `attacker`: an address that serves other keys. */
export function badlySigned(attacker: string): HostileToken[] {
  const none = ['none', 'None', 'NONE', 'nOnE', '']
  return [
    ...none.map((alg) => ({
      what: `alg ${JSON.stringify(alg)}`,
      make: async ({ claims }: Issuer) => unsigned({ alg, typ: 'JWT', kid: 'first' }, claims),
    })),
    { what: 'no alg', make: async ({ claims }) => unsigned({ typ: 'JWT', kid: 'first' }, claims) },
    {
      what: 'another’s signature',
      async make({ claims, sign }) {
        const [header = '', , signature = ''] = (await sign({ ...claims, sub: 'other' })).split('.')
        return `${header}.${encode(claims)}.${signature}`
      },
    },
    {
      what: 'signature cut off',
      make: async ({ claims, sign }) => `${(await sign(claims)).split('.').slice(0, 2).join('.')}.`,
    },
    { what: 'another key, same kid', make: (issuer) => forged(issuer, { kid: 'first', typ: 'JWT' }) },
    { what: 'another key, no kid', make: (issuer) => forged(issuer, { typ: 'JWT' }) },
    { what: 'its key in the header', make: (issuer) => forged(issuer, { typ: 'JWT' }, { withKey: true }) },
    { what: 'jku', make: (issuer) => forged(issuer, { kid: 'first', typ: 'JWT', jku: `${attacker}/jwks` }) },
    { what: 'x5u', make: (issuer) => forged(issuer, { kid: 'first', typ: 'JWT', x5u: `${attacker}/jwks` }) },
    ...['../../../../dev/null', '/dev/null', "' or '1'='1", '__proto__', 'unknown'].flatMap((kid) => [
      { what: `kid ${kid}, its key`, make: (issuer: Issuer) => forged(issuer, { kid, typ: 'JWT' }) },
      {
        what: `kid ${kid}, empty secret`,
        make: async ({ claims }: Issuer) => hmac({ alg: 'HS256', typ: 'JWT', kid }, { claims, key: '' }),
      },
    ]),
    ...['secret', '', 'null', 'undefined'].map((key) => ({
      what: `secret ${JSON.stringify(key)}`,
      make: async ({ claims }: Issuer) => hmac({ alg: 'HS256', typ: 'JWT', kid: 'first' }, { claims, key }),
    })),
  ]
}

/** Uses the public key as a shared secret. */
export const keyConfusion: HostileToken[] = [
  ...(['spki', 'pkcs1'] as const).flatMap((type) => [
    {
      what: `public key as secret, ${type} pem`,
      make: async (issuer: Issuer) =>
        hmac(HS, { claims: issuer.claims, key: publicOf(issuer).export({ type, format: 'pem' }) }),
    },
    {
      what: `public key as secret, ${type} der`,
      make: async (issuer: Issuer) =>
        hmac(HS, { claims: issuer.claims, key: publicOf(issuer).export({ type, format: 'der' }) }),
    },
  ]),
  {
    what: 'public key as secret, jwk',
    make: async ({ claims, jwk }) => hmac(HS, { claims, key: JSON.stringify(jwk) }),
  },
  {
    what: 'public key as secret, its n',
    make: async ({ claims, jwk }) => hmac(HS, { claims, key: Buffer.from(String(jwk?.n), 'base64url') }),
  },
]
const HS = { alg: 'HS256', typ: 'JWT', kid: 'first' }

/** Correctly signed, but for another audience or time. */
export const wronglyClaimed: HostileToken[] = [
  withClaims('other issuer', () => ({ iss: 'https://evil.example' })),
  withClaims('no issuer', () => ({ iss: undefined })),
  withClaims('other audience', () => ({ aud: 'another-forum' })),
  withClaims('no audience', () => ({ aud: undefined })),
  withClaims('expired', () => ({ iat: now() - 900, exp: now() - 600 })),
  withClaims('no expiry', () => ({ exp: undefined })),
  withClaims('not good yet', () => ({ nbf: now() + 600 })),
  withClaims('nobody', () => ({ sub: undefined })),
]
