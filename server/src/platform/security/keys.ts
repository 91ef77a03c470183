import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

/** A 32-byte key for one purpose, derived from the server's secret (HKDF-SHA-256), so that all processes share it. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/** SHA-256 in hexadecimal, the form in which tokens and keys are stored. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

/** HMAC-SHA-256 truncated to 128 bits. */
export function shortMac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with AES-256-GCM and a 32-byte key (`deriveKey`). Returns base64url of IV, tag and ciphertext. */
export function seal(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts what `seal` returned; throws if it wasn't sealed with this key. */
export function openSealed(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(tag)
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
