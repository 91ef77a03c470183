export { createMatcher, markText, type TextMatcher } from './mark.ts'
export { type Lookup, lookupOf, lookupsOf, prefixEnd } from './query-terms.ts'
export { isUnit, TERM_MAX_BYTES, type Token, tokenParts, tokensOf, unitsText } from './tokens.ts'
export { closestTerm, similarLengths, type TermCandidate } from './typos.ts'
