/** Says only that somebody signed in on this site before, so that visitors cost no frame. No token is ever kept in the page's storage. */
export const HINT = 'stoa.signed-in'

export function hasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) !== null
  } catch {
    return false
  }
}

export function rememberSignedIn(isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(HINT, '1')
    else localStorage.removeItem(HINT)
  } catch {
    // Without storage the reader is asked to sign in again on the next page.
  }
}
