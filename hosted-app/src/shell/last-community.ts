import { pageStorage } from '@stoa/client'

const KEY = 'stoa.last-community'

/** Token name of the community last opened in this browser; null if unknown. */
export function readLastCommunity(): string | null {
  return pageStorage('local').getItem(KEY)
}

/** Stores the last opened community. */
export function keepLastCommunity(tokenName: string): void {
  pageStorage('local').setItem(KEY, tokenName)
}
