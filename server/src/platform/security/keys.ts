import { createHmac, hash, hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose, derived from the server's secret (HKDF-SHA-256), so that all processes share it. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/** SHA-256 in hexadecimal: how tokens and keys are stored. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** HMAC-SHA-256, cut to 128 bits. */
export function shortMac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}
