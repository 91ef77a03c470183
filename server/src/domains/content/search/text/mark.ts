import type { MarkedText } from '@stoa/contract'
import type { Lookup } from './query-terms.ts'
import { isUnit, type Token, tokensOf } from './tokens.ts'

/** Finds what matches a query in a text. */
export interface TextMatcher {
  hits(tokens: readonly Token[]): { start: number; end: number; lookup: number }[]
}

/** Finds the words and phrases of a query. */
export function createMatcher(_lookups: readonly Lookup[]): TextMatcher {
  return { hits: () => [] }
}

/** Marks what matches in a text. With `maxLength`: the excerpt with the densest matches, or its beginning. */
export function markText(text: string, matcher: TextMatcher, options: { maxLength?: number } = {}): MarkedText {
  const hits = matcher.hits(tokensOf(text).filter(isUnit))
  return { text: text.slice(0, options.maxLength), hits: hits.map(({ start, end }): [number, number] => [start, end]) }
}
