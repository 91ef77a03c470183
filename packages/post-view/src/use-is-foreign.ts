import { createContext, useContext } from 'react'

/** Origin of the forum, for its components on other sites; empty: the page's own. */
export const ForumOrigin = createContext('')

/** Whether media are external. The forum's own files have paths, or on other sites its origin before them. */
export function useIsForeign(address: string): boolean {
  const origin = useContext(ForumOrigin)
  return !address.startsWith('/') && (origin === '' || !address.startsWith(`${origin}/media/`))
}
