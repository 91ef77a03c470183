const KEY = 'stoa.last-community'

/** Token name of the community last opened in this browser; null if unknown. */
export function readLastCommunity(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Stores the last opened community. */
export function keepLastCommunity(tokenName: string): void {
  try {
    localStorage.setItem(KEY, tokenName)
  } catch {
    // Without storage there is none.
  }
}
