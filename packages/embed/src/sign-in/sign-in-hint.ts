/** Says only that somebody signed in with a forum on this site before, so that visitors cost no frame. No token is ever kept in the page's storage. */
export const hintOf = (forumUrl: string) => `stoa.signed-in:${forumUrl}`

export function hasSignedIn(forumUrl: string): boolean {
  try {
    return localStorage.getItem(hintOf(forumUrl)) !== null
  } catch {
    return false
  }
}

export function rememberSignedIn(forumUrl: string, isIn: boolean): void {
  try {
    if (isIn) localStorage.setItem(hintOf(forumUrl), '1')
    else localStorage.removeItem(hintOf(forumUrl))
  } catch {
    // Without storage the reader is asked to sign in again on the next page.
  }
}
