import { randomBytes } from 'node:crypto'
import { deriveKey, shortMac } from '../../lib/keys.ts'

/** Marks browsers in which an account has signed in before, so that guesses made elsewhere don't slow them down (OWASP device cookies). */
export interface Devices {
  /** The value of a device cookie for the account. */
  make(userId: string): string
  /** Names the device when the cookie was made for this account; null otherwise. */
  read(cookie: string | null, userId: string): string | null
}

export function createDevices(secret: string): Devices {
  const key = deriveKey(secret, 'stoa device')
  return {
    make(userId) {
      const nonce = randomBytes(16).toString('base64url')
      return `${nonce}.${shortMac(key, `${nonce}.${userId}`)}`
    },
    read(cookie, userId) {
      const [nonce = '', mac] = (cookie ?? '').split('.')
      return shortMac(key, `${nonce}.${userId}`) === mac ? nonce : null
    },
  }
}
