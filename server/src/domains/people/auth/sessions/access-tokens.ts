import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { ACCESS_TOKEN_TTL_MS, ID, situationMessages } from '@stoa/contract'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { deriveKey, sha256, shortMac } from '../../../../platform/security/keys.ts'

/** Claims of an access token. */
export interface AccessClaims {
  userId: string
  sessionId: string
  /** The only origin the token is valid for; empty for the forum. */
  site: string
}

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<{ accessToken: string; expiresAt: number }>
  /** Throws TOKEN_EXPIRED, or AUTH_REQUIRED if it is invalid. */
  verify(token: string): Promise<AccessClaims>
}

const ISSUER = 'stoa'
const AUDIENCE = 'stoa-api'
const TYPE = 'at+jwt'
const VERIFIED_MAX = 5000
/** DER header of a PKCS#8 Ed25519 private key (RFC 8410), before the 32-byte seed. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Short-lived tokens signed with Ed25519. The key is derived from the secret, so all processes share it. */
export function createAccessTokens({ secret, clock }: Pick<Platform, 'secret' | 'clock'>): AccessTokens {
  const seed = deriveKey(secret, 'stoa access token key')
  const privateKey = createPrivateKey({ key: Buffer.concat([ED25519_PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  // Cached: verifying a signature costs more than the rest of a signed-in read, and most requests carry a token.
  const verified = new LRUCache<string, { claims: AccessClaims; expiresAt: number }>({ max: VERIFIED_MAX })
  const cachedClaims = (token: string) => {
    const cachedEntry = verified.get(token)
    return cachedEntry && cachedEntry.expiresAt > clock.now() ? cachedEntry.claims : undefined
  }
  return {
    async sign({ userId, sessionId, site }) {
      const now = clock.now()
      const expiresAt = now + ACCESS_TOKEN_TTL_MS
      const accessToken = await new SignJWT({ sid: sessionId, site })
        .setProtectedHeader({ alg: 'EdDSA', typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(privateKey)
      return { accessToken, expiresAt }
    },
    async verify(token) {
      const claimed = cachedClaims(token)
      if (claimed) return claimed
      try {
        const options = {
          algorithms: ['EdDSA'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(clock.now()),
        }
        const { payload } = await jwtVerify(token, publicKey, options)
        const { sub, sid, site, exp } = payload
        if (!sub || typeof sid !== 'string' || typeof site !== 'string' || !exp) throw new DomainError('AUTH_REQUIRED')
        const claims = { userId: sub, sessionId: sid, site }
        verified.set(token, { claims, expiresAt: exp * 1000 })
        return claims
      } catch (error) {
        if (error instanceof joseErrors.JWTExpired) throw new DomainError('TOKEN_EXPIRED')
        throw new DomainError('AUTH_REQUIRED', undefined, { message: situationMessages.invalidTokenUser })
      }
    },
  }
}

/** A refresh token's session and stored hash. */
export interface RefreshToken {
  sessionId: string
  /** SHA-256 in hexadecimal. */
  hash: string
}

export interface RefreshTokens {
  /** Creates a token for the session. Store only its hash. */
  make(sessionId: string): RefreshToken & { token: string }
  /** The parts of a token made by this server; null otherwise. */
  read(token: string): RefreshToken | null
}

/** Format: `<session id>.<256 random bits>.<MAC>`. The MAC distinguishes spent tokens from forged ones. */
export function createRefreshTokens(secret: string): RefreshTokens {
  const key = deriveKey(secret, 'stoa refresh token')
  return {
    make(sessionId) {
      const body = `${sessionId}.${randomBytes(32).toString('base64url')}`
      const token = `${body}.${shortMac(key, body)}`
      return { token, sessionId, hash: sha256(token) }
    },
    read(token) {
      const [sessionId = '', random = '', mac] = token.split('.')
      // Needs no constant-time comparison: a MAC found byte by byte still leaves 256 unknown bits.
      if (!ID.test(sessionId) || shortMac(key, `${sessionId}.${random}`) !== mac) return null
      return { sessionId, hash: sha256(token) }
    },
  }
}
