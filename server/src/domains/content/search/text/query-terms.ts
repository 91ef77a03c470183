import type { SearchedText } from '@stoa/contract'
import { expansionsOf } from './expansions.ts'
import { tokensOf, unitsText } from './tokens.ts'

/** What to look up for a word or phrase of a query. */
export interface Lookup {
  /** Each of these must occur. */
  terms: string[]
  /** Other forms, any of which may occur instead. Only if there is one term. */
  expansions: string[]
  /** What the units of the document must contain, if there is more than one unit. */
  phrase: string | null
  /** The last term may be only the beginning of a word. */
  prefix: boolean
}

/**
 * What to look up for a word or phrase. Null: it contains nothing that is indexed. With `prefix`, its last word may be
 * unfinished.
 */
export function lookupOf({ text, exact }: SearchedText, options: { prefix?: boolean } = {}): Lookup | null {
  const tokens = tokensOf(text)
  const units = tokens.filter(({ kind }) => kind !== 'pair')
  const pairs = tokens.filter(({ kind }) => kind === 'pair')
  // A cluster says nothing beside its pairs.
  const needed = tokens.filter(
    (token) => token.kind !== 'cluster' || !pairs.some(({ start, end }) => start <= token.start && token.end <= end),
  )
  const last = needed.at(-1)
  if (!last) return null
  const single = units.length === 1
  return {
    terms: [...new Set(needed.map(({ term }) => term))],
    expansions:
      single && last.kind === 'word' && !exact ? expansionsOf(text.slice(last.start, last.end), last.term) : [],
    phrase: single ? null : unitsText(tokens),
    prefix: options.prefix === true && last.end === text.length && !exact,
  }
}

/** What to look up for each of a query's words. */
export function lookupsOf(texts: readonly SearchedText[]): Lookup[] {
  return texts.map((text) => lookupOf(text)).filter((lookup) => lookup !== null)
}

/** The end, exclusive, of the terms that begin with a prefix, in the order of the databases (code points). */
export const prefixEnd = (prefix: string): string => `${prefix}\u{10FFFF}`
