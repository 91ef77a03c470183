import { pageStorage } from '@stoa/client'
import { parseSearchQuery } from '@stoa/contract'
import { ownDraftKey } from '@stoa/store'

/** Prefix of the keys, to which a person's id is added as to drafts. */
const KEY = 'stoa.searches'
/** The oldest one goes when there are more. */
const KEPT = 8

/** A person's recent searches on this device, newest first; `viewerId` is empty for visitors. */
export function readRecentSearches(viewerId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(pageStorage('local').getItem(ownDraftKey(KEY, viewerId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    // Something else is stored there.
    return []
  }
}

/** Adds a search as the newest one. It replaces the same words with other filters, if these were searched just before. */
export function keepRecentSearch(viewerId: string, query: string): void {
  if (query === '') return
  const [newest, ...others] = readRecentSearches(viewerId)
  const before = newest === undefined || wordsOf(newest) === wordsOf(query) ? others : [newest, ...others]
  write(viewerId, [query, ...before.filter((one) => !isSame(one, query))].slice(0, KEPT))
}

const wordsOf = (query: string) => JSON.stringify(parseSearchQuery(query.toLowerCase()).texts)

/** Removes a search and returns the remaining ones. */
export function removeRecentSearch(viewerId: string, query: string): readonly string[] {
  const rest = readRecentSearches(viewerId).filter((one) => !isSame(one, query))
  write(viewerId, rest)
  return rest
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function write(viewerId: string, searches: readonly string[]): void {
  const storage = pageStorage('local')
  const key = ownDraftKey(KEY, viewerId)
  if (searches.length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(searches))
}
