import { pageStorage } from './page-storage.ts'

/** Who referred the visitor, and from where, according to the first landing address. */
export interface Referral {
  refBy?: string
  refFrom?: string
}

const KEY = 'stoa.referral'
/** The server's limits. */
const MAX = { refBy: 100, refFrom: 300 }

/** Saves the referral of the first landing. Later ones change nothing. Call it once per page. */
export function saveReferral(search: string, storage = pageStorage('local')): void {
  if (storage.getItem(KEY) !== null) return
  const parameters = new URLSearchParams(search)
  const referral = (['refBy', 'refFrom'] as const).flatMap((field) => {
    const value = parameters.get(field)?.slice(0, MAX[field])
    return value ? [[field, value]] : []
  })
  // The first landing also counts without a referral.
  storage.setItem(KEY, JSON.stringify(Object.fromEntries(referral)))
}

/** The saved referral, sent with each call that may create an account. */
export function readReferral(storage = pageStorage('local')): Referral {
  try {
    const stored: Record<string, unknown> = JSON.parse(storage.getItem(KEY) ?? '{}')
    const { refBy, refFrom } = stored
    return {
      ...(typeof refBy === 'string' ? { refBy } : {}),
      ...(typeof refFrom === 'string' ? { refFrom } : {}),
    }
  } catch {
    return {}
  }
}
