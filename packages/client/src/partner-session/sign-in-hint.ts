import { pageStorage } from '../page-storage.ts'

/**
 * Storage key that says somebody has signed in on this site, so that visitors need no frame. Tokens are never stored.
 */
export const hintKey = (forumUrl: string) => `stoa.signed-in:${forumUrl}`

/** Notifies the other elements of this page, as storage events only reach other pages. */
export function announceSignIn(forumUrl: string): void {
  window.dispatchEvent(new Event(hintKey(forumUrl)))
}

export function hasSignedIn(forumUrl: string): boolean {
  return pageStorage('local').getItem(hintKey(forumUrl)) !== null
}

export function rememberSignedIn(forumUrl: string, isIn: boolean): void {
  // Without storage the reader has to sign in again on the next page.
  if (isIn) pageStorage('local').setItem(hintKey(forumUrl), '1')
  else pageStorage('local').removeItem(hintKey(forumUrl))
}
