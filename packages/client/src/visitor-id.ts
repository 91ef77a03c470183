import { randomId } from './random-id.ts'

const KEY = 'stoa.visitor'

/**
 * The random id of this browser, made on first use. It serves view counts and rate limits, never identity.
 * Where storage is refused (private mode, blocked third-party storage) the id lives as long as the page.
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
