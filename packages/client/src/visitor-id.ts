const KEY = 'stoa.visitor'

/**
 * The random id of this browser, created on first use. Used for view counts and rate limits, never for identity.
 * Without storage (private mode, blocked third-party storage) it lives as long as the page.
 */
export function readVisitorId(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage): string {
  try {
    const known = storage().getItem(KEY)
    if (known) return known
    const made = randomId()
    storage().setItem(KEY, made)
    return made
  } catch {
    return randomId()
  }
}

/** 128 random bits as 32 hexadecimal digits. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
