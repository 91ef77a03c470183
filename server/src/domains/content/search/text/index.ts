export { createMatcher, markText, type TextMatcher } from './mark.ts'
export { type Lookup, lookupOf, prefixEnd } from './query-terms.ts'
export { isUnit, type Token, tokenParts, tokensOf, unitsText } from './tokens.ts'
export { closestTerm, similarLengths } from './typos.ts'
