import { formatSearchQuery, parseSearchQuery, type SearchQuery } from '@stoa/contract'

/** Time since which results are wanted, in days. */
export const PERIODS = { week: 7, month: 30, year: 365 } as const
export type Period = keyof typeof PERIODS

/** The filters of a query, and the queries that change them. */
export function filtersOf(query: string) {
  const parsed = parseSearchQuery(query)
  return {
    parsed,
    /** The query with other filters. */
    with: (changes: Partial<SearchQuery>) => formatSearchQuery({ ...parsed, ...changes }),
    /** The query without any. */
    withoutAll: () => formatSearchQuery({ ...parsed, ...NONE }),
    hasAny: parsed.story || parsed.has.length > 0 || FIELDS.some((name) => parsed[name] !== null),
  }
}

const FIELDS = ['from', 'topic', 'before', 'after'] as const

const NONE = {
  from: null,
  topic: null,
  before: null,
  after: null,
  has: [],
  story: false,
} satisfies Partial<SearchQuery>

/** What to try when a query finds nothing: it lacks a word, a day is written in another way, or other words. */
export function adviceOn(query: string): 'word' | 'day' | 'try' {
  const { texts } = parseSearchQuery(query)
  if (texts.some(({ text }) => /^(?:before|after):/i.test(text))) return 'day'
  const hasWord = texts.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
  return hasWord || filtersOf(query).hasAny ? 'try' : 'word'
}

/** The first day of a period that ends today. */
export function startOf(period: Period, today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) - PERIODS[period] * 86_400_000).toISOString().slice(0, 10)
}

/** The period of a query; `custom` for other days, `any` for none. */
export function periodOf({ after, before }: SearchQuery, today: string): Period | 'any' | 'custom' {
  if (after === null && before === null) return 'any'
  const periods = Object.keys(PERIODS) as Period[]
  return (before === null && periods.find((period) => startOf(period, today) === after)) || 'custom'
}
