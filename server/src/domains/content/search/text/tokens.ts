import { normalizeForSearch } from './normalize.ts'

/** A searchable part of a text. */
export interface Token {
  /** Normalized, at most `TERM_MAX_BYTES` bytes of UTF-8: letters, digits and marks only. */
  term: string
  /** UTF-16 range in the text. */
  start: number
  end: number
  /**
   * A `word`, or for scripts without spaces a `cluster` (a letter with its marks) or a `pair` of adjacent clusters.
   * Words and clusters are the units of which phrases consist.
   */
  kind: 'word' | 'cluster' | 'pair'
}

/** Longer terms are cut, in the index and in queries. */
export const TERM_MAX_BYTES = 84
/** Length of the parts into which long texts are split. */
const PART_LENGTH = 2000
/** A part ends between words, if there is a place for that in its last characters. */
const PART_END_LENGTH = 200

const UNSPACED = `${['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')}\\u30FC`
/** A consonant below another one belongs to its cluster (Khmer coeng, Burmese virama). */
const BELOW = '[\\u17D2\\u1039]'
const CLUSTER = `(?=[${UNSPACED}])[\\p{L}\\p{N}](?:\\p{M}|(?<=${BELOW})\\p{L})*`
const WORD = `(?![${UNSPACED}])[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`
const UNIT = new RegExp(`([a-z0-9]+(?![a-z0-9]|[^\\0-\\x7F]))|(${CLUSTER})|(${WORD})`, 'gu')
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{Cf}]/u
const MARK = /^[\p{M}\p{Cf}\uDC00-\uDFFF]/u

const encoder = new TextEncoder()
const bytes = new Uint8Array(TERM_MAX_BYTES)

function cut(term: string): string {
  if (term.length * 3 <= TERM_MAX_BYTES) return term
  return term.slice(0, encoder.encodeInto(term, bytes).read)
}

/** Where a part that begins at `start` ends. */
function endOfPart(text: string, start: number): number {
  const limit = start + PART_LENGTH
  if (limit >= text.length) return text.length
  for (let end = limit; end > limit - PART_END_LENGTH; end -= 1) {
    if (BETWEEN_WORDS.test(text.charAt(end - 1)) && !MARK.test(text.slice(end, end + 2))) return end
  }
  for (let end = limit; end > limit - PART_END_LENGTH; end -= 1) if (!MARK.test(text.slice(end, end + 2))) return end
  return limit
}

/**
 * The tokens of a text, part by part: each part takes a few milliseconds. The same for the index and for queries.
 */
export function* tokenParts(text: string): Generator<Token[]> {
  let before: { term: string; start: number } | null = null
  for (let start = 0; start < text.length; ) {
    const end = endOfPart(text, start)
    const part = normalizeForSearch(text.slice(start, end))
    const tokens: Token[] = []
    /** Where the cluster before ended. */
    let borderAt = 0
    for (const match of part.text.matchAll(UNIT)) {
      const [unit, , cluster] = match
      const from = match.index
      const to = from + unit.length
      const range = { start: start + (part.starts[from] ?? 0), end: start + (part.ends[to - 1] ?? 0) }
      if (cluster === undefined) {
        tokens.push({ term: cut(unit), ...range, kind: 'word' })
        before = null
      } else {
        if (before && borderAt === from) {
          tokens.push({ term: cut(before.term + cluster), start: before.start, end: range.end, kind: 'pair' })
        }
        tokens.push({ term: cut(cluster), ...range, kind: 'cluster' })
        before = { term: cluster, start: range.start }
      }
      borderAt = to
    }
    if (borderAt !== part.text.length) before = null
    yield tokens
    start = end
  }
}

/** The tokens of a text. Longer texts should be read with `tokenParts`. */
export function tokensOf(text: string): Token[] {
  return [...tokenParts(text)].flat()
}

/** Words and single clusters. */
export const isUnit = (token: Token): boolean => token.kind !== 'pair'

/** What is stored with a document, in which phrases are looked for: its units, separated and surrounded by blanks. */
export function unitsText(tokens: readonly Token[]): string {
  return ` ${tokens
    .filter(isUnit)
    .map(({ term }) => term)
    .join(' ')} `
}
