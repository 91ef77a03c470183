const KEY = 'stoa.last-community'

/** Token name of the community that was opened last in this browser; null where none was, or none is kept. */
export function readLastCommunity(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Keeps which community was opened last. */
export function keepLastCommunity(tokenName: string): void {
  try {
    localStorage.setItem(KEY, tokenName)
  } catch {
    // A browser that keeps nothing leads nowhere.
  }
}
