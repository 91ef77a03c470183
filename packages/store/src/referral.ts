/** Who brought somebody here, and from where, as the first address that they came by told. */
export interface Referral {
  refBy?: string
  refFrom?: string
}

const KEY = 'stoa.referral'
/** The longest that the server takes. */
const MAX = { refBy: 100, refFrom: 300 }

/** Keeps what the address of the first landing tells; a later one changes nothing. Call it once for each page. */
export function keepReferral(search: string, storage = ownStorage()): void {
  try {
    if (storage === null || storage.getItem(KEY) !== null) return
    const parameters = new URLSearchParams(search)
    const told = (['refBy', 'refFrom'] as const).flatMap((field) => {
      const value = parameters.get(field)?.slice(0, MAX[field])
      return value ? [[field, value]] : []
    })
    // The first landing counts also when it told nothing.
    storage.setItem(KEY, JSON.stringify(Object.fromEntries(told)))
  } catch {
    // Without storage nobody is known to have brought them.
  }
}

/** What was kept; sent with whatever may make an account. */
export function readReferral(storage = ownStorage()): Referral {
  try {
    const kept: Record<string, unknown> = JSON.parse(storage?.getItem(KEY) ?? '{}')
    const { refBy, refFrom } = kept
    return {
      ...(typeof refBy === 'string' ? { refBy } : {}),
      ...(typeof refFrom === 'string' ? { refFrom } : {}),
    }
  } catch {
    return {}
  }
}

/** The browser's; null where there is none, or none for this page. */
function ownStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
