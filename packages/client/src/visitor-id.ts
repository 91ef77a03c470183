import { pageStorage } from './page-storage.ts'

const KEY = 'stoa.visitor'

/**
 * The random id of this browser, created on first use. Used for view counts and rate limits, never for identity.
 * Without storage (private mode, blocked third-party storage) it lives as long as the page.
 */
export function readVisitorId(): string {
  const storage = pageStorage('local')
  const storedId = storage.getItem(KEY)
  if (storedId) return storedId
  const newId = randomId()
  storage.setItem(KEY, newId)
  return newId
}

/** 128 random bits as 32 hexadecimal digits. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
