import { parseSearchQuery } from '@stoa/contract'
import { type Lookup, lookupsOf } from './query-terms.ts'
import { type Token, tokensOf, unitsText } from './tokens.ts'

/** True if a document with these tokens matches a lookup as the index decides it. */
function matchesLookup(tokens: readonly Token[], { terms, expansions, phrase }: Lookup): boolean {
  const has = new Set(tokens.map(({ term }) => term))
  if (phrase !== null && !unitsText(tokens).includes(phrase)) return false
  return terms.every((term) => has.has(term)) || expansions.some((term) => has.has(term))
}

/** True if a text is found with a query. */
export function finds(text: string, query: string): boolean {
  const tokens = tokensOf(text)
  const { texts, excluded } = parseSearchQuery(query)
  const lookups = lookupsOf(texts)
  return (
    lookups.length > 0 &&
    lookups.every((lookup) => matchesLookup(tokens, lookup)) &&
    !lookupsOf(excluded).some((lookup) => matchesLookup(tokens, lookup))
  )
}
