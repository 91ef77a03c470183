import { SEARCH_QUERY_MAX_LENGTH } from './limits.ts'

/** A word or phrase of a query. */
export interface SearchedText {
  text: string
  /** True for a quoted phrase: these words in this order, and no other forms of them. */
  exact: boolean
}

/** What a post can contain. */
export type SearchedContent = 'poll' | 'image' | 'video'

/** A search as typed, split into its parts. */
export interface SearchQuery {
  /** Words and phrases that must occur. */
  texts: SearchedText[]
  /** Words and phrases that must not occur. */
  excluded: SearchedText[]
  /** Username of the author. */
  from: string | null
  /** Topic of the post. */
  topic: string | null
  /** First day (UTC, `2026-05-01`) whose content isn't wanted any more. */
  before: string | null
  /** First day (UTC) whose content is wanted. */
  after: string | null
  has: SearchedContent[]
  /** True for stories only. */
  story: boolean
}

const QUOTES = /[“”„‟«»＂]/g
const OPERATOR = /^(from|in|before|after|has|is):(.+)$/is
/** A part of a query: its sign, its operator, a phrase up to the next quote, or a word. */
const PART = /(-?)((?:from|in|has|is|before|after):)?"([^"]*)(?:"|$)|([^\s"]+)/giu
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Its first characters. */
function shortened(text: string): string {
  if (text.length <= SEARCH_QUERY_MAX_LENGTH) return text
  return Array.from(text.slice(0, 2 * SEARCH_QUERY_MAX_LENGTH))
    .slice(0, SEARCH_QUERY_MAX_LENGTH)
    .join('')
}

function isDay(value: string): boolean {
  if (!DAY.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const isContent = (value: string): value is SearchedContent => ['poll', 'image', 'video'].includes(value)

/** Applies an operator. False: it is unknown or its value is invalid. */
function applied(query: SearchQuery, name: string, value: string): boolean {
  const lower = value.toLowerCase()
  if (name === 'from') {
    const username = value.replace(/^@+/, '')
    if (username === '') return false
    query.from = username
    return true
  }
  if (name === 'in') {
    query.topic = value
    return true
  }
  if (name === 'before' || name === 'after') {
    if (!isDay(value)) return false
    query[name] = value
    return true
  }
  if (name === 'has') {
    if (!isContent(lower)) return false
    if (!query.has.includes(lower)) query.has.push(lower)
    return true
  }
  if (lower !== 'story') return false
  query.story = true
  return true
}

/** A query that asks for nothing. */
export function emptySearchQuery(): SearchQuery {
  return { texts: [], excluded: [], from: null, topic: null, before: null, after: null, has: [], story: false }
}

/**
 * Splits a search into its parts. Never fails: what isn't an operator is a word. Longer searches are cut at
 * `SEARCH_QUERY_MAX_LENGTH`. Repeated operators: the last one counts.
 */
export function parseSearchQuery(text: string): SearchQuery {
  const query = emptySearchQuery()
  const add = (value: string, exact: boolean, excluded: boolean) => {
    const plain = value.replace(/\s+/g, ' ').trim()
    if (plain !== '') query[excluded ? 'excluded' : 'texts'].push({ text: plain, exact })
  }
  for (const [, sign = '', operator, quoted, word = ''] of shortened(text).replace(QUOTES, '"').matchAll(PART)) {
    if (quoted !== undefined) {
      const value = quoted.replace(/\s+/g, ' ').trim()
      const name = operator?.slice(0, -1).toLowerCase()
      if (name === undefined || sign === '-' || value === '' || !applied(query, name, value)) {
        add(value, true, sign === '-')
      }
      continue
    }
    const found = OPERATOR.exec(word)
    if (found && applied(query, (found[1] ?? '').toLowerCase(), found[2] ?? '')) continue
    if (word.startsWith('-')) add(word.slice(1), false, true)
    else add(word, false, false)
  }
  return query
}

const quotedText = (text: string) => `"${text}"`
const quotedIfNeeded = (text: string) => (/\s/.test(text) ? quotedText(text) : text)

/** Writes a query as it would be typed. */
export function formatSearchQuery(query: SearchQuery): string {
  const written = ({ text, exact }: SearchedText) => (exact ? quotedText(text) : text)
  return [
    ...query.texts.map(written),
    ...query.excluded.map((text) => `-${written(text)}`),
    ...(query.from === null ? [] : [`from:${quotedIfNeeded(query.from)}`]),
    ...(query.topic === null ? [] : [`in:${quotedIfNeeded(query.topic)}`]),
    ...(query.before === null ? [] : [`before:${query.before}`]),
    ...(query.after === null ? [] : [`after:${query.after}`]),
    ...query.has.map((content) => `has:${content}`),
    ...(query.story ? ['is:story'] : []),
  ].join(' ')
}
