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

/** Every language for which this machine knows words. */
export function knownLocales(): string[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  return Intl.DateTimeFormat.supportedLocalesOf([
    ...pairs,
    ...pairs.flatMap((pair) => letters.map((letter) => pair + letter)),
  ])
}

/** Months, days and languages in a language. */
export function namesIn(locale: string): string[] {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' })
  const month = format({ month: 'long' })
  const weekday = format({ weekday: 'long' })
  const languages = new Intl.DisplayNames([locale], { type: 'language' })
  return [
    ...Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1))),
    ...Array.from({ length: 7 }, (_, index) => weekday.format(Date.UTC(2026, 5, index + 1))),
    ...['en', 'fr', 'de', 'ar', 'zh', 'ja', 'ru', 'es'].map((code) => languages.of(code) ?? code),
  ]
}
