import { randomBytes } from 'node:crypto'
import { ID } from '@stoa/contract'
import { deriveKey, sha256, shortMac } from '../../../platform/security/keys.ts'

/** A refresh token: its session, and what is stored of it. */
export interface RefreshToken {
  sessionId: string
  /** SHA-256 in hexadecimal. */
  hash: string
}

export interface RefreshTokens {
  /** A new token of the session; only its hash may be stored. */
  make(sessionId: string): RefreshToken & { token: string }
  /** The parts of a token that this server once made; null for anything else. */
  read(token: string): RefreshToken | null
}

/** `<session id>.<256 random bits>.<MAC>`: the MAC tells a token that was ours and is spent from one that never was. */
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
      // A MAC need not be compared in constant time here: finding it byte by byte still leaves 256 unknown bits.
      if (!ID.test(sessionId) || shortMac(key, `${sessionId}.${random}`) !== mac) return null
      return { sessionId, hash: sha256(token) }
    },
  }
}
