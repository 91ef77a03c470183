import type { MarkedText } from '@stoa/contract'
import type { Lookup } from './query-terms.ts'
import { isUnit, type Token, tokenParts } from './tokens.ts'

interface Hit {
  start: number
  end: number
  /** Which of the lookups it is. */
  lookup: number
}

/** Finds what matches a query in a text. */
export interface TextMatcher {
  /** Matches in the order of the text, without overlaps. `units` are words and single clusters. */
  hits(units: readonly Token[]): Hit[]
}

interface Sequence {
  units: readonly string[]
  prefix: boolean
  lookup: number
}

/** Units around a place that are examined to cut a text between words. */
const CUT_CONTEXT = 60
/** Part of the free room that shows what comes before the matches. */
const ROOM_BEFORE = 1 / 3
const ELLIPSIS = '…'
const LOW_SURROGATE = /^[\uDC00-\uDFFF]/

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Finds the words and phrases of a query. */
export function createMatcher(lookups: readonly Lookup[]): TextMatcher {
  const byFirst = new Map<string, Sequence[]>()
  const beginnings: Sequence[] = []
  for (const [lookup, { terms, expansions, phrase, prefix }] of lookups.entries()) {
    const variants = phrase === null ? [...terms, ...expansions].map((term) => [term]) : [phrase.trim().split(' ')]
    for (const [index, units] of variants.entries()) {
      const sequence = { units, prefix: prefix && index === 0, lookup }
      const [first = ''] = units
      if (sequence.prefix && units.length === 1) beginnings.push(sequence)
      else byFirst.set(first, [...(byFirst.get(first) ?? []), sequence])
    }
  }

  const matches = ({ units: wanted, prefix }: Sequence, units: readonly Token[], at: number) =>
    wanted.every((term, index) => {
      const found = units[at + index]?.term
      return found === term || (prefix && index === wanted.length - 1 && found?.startsWith(term) === true)
    })

  return {
    hits(units) {
      const hits: Hit[] = []
      for (const [at, unit] of units.entries()) {
        const some = byFirst.get(unit.term)
        if (!some && beginnings.length === 0) continue
        for (const sequence of [...(some ?? []), ...beginnings]) {
          if (!matches(sequence, units, at)) continue
          const end = units[at + sequence.units.length - 1]?.end ?? unit.end
          const before = hits.at(-1)
          if (before && unit.start < before.end) before.end = Math.max(before.end, end)
          else hits.push({ start: unit.start, end, lookup: sequence.lookup })
        }
      }
      return hits
    },
  }
}

/** Where the word or character around a place begins and ends, if that isn't farther than a word can be. */
function around(text: string, at: number, segmenter: Intl.Segmenter): [start: number, end: number] | null {
  let from = Math.max(0, at - CUT_CONTEXT)
  if (LOW_SURROGATE.test(text.slice(from, from + 1))) from -= 1
  const slice = text.slice(from, at + CUT_CONTEXT)
  const segment = segmenter.segment(slice).containing(at - from)
  if (!segment) return null
  const start = from + segment.index
  const end = start + segment.segment.length
  const isCut = (start === from && from > 0) || (end === from + slice.length && end < text.length)
  return isCut ? null : [start, end]
}

/** The first place from `at` to `max` between two words, else between two characters. */
function cutAfter(text: string, at: number, max: number): number {
  for (const segmenter of [words, characters]) {
    const [start, end] = around(text, at, segmenter) ?? [-1, Number.POSITIVE_INFINITY]
    if (start === at) return at
    if (end <= max) return end
  }
  return max
}

/** The last place from `min` to `at` between two words, else between two characters. */
function cutBefore(text: string, at: number, min: number): number {
  for (const segmenter of [words, characters]) {
    const start = around(text, at, segmenter)?.[0] ?? -1
    if (start >= min && start > 0) return start
  }
  return LOW_SURROGATE.test(text.slice(at, at + 1)) ? at - 1 : at
}

/** The hits of at most `room` characters that contain the most different words, then the most words. */
function densest(hits: readonly Hit[], room: number): [start: number, end: number] {
  const seen = new Map<number, number>()
  let first = 0
  let best: [number, number] = [0, 0]
  let bestScore = 0
  for (const [last, hit] of hits.entries()) {
    seen.set(hit.lookup, (seen.get(hit.lookup) ?? 0) + 1)
    for (let start = hits[first]; start && first < last && hit.end - start.start > room; start = hits[first]) {
      const left = (seen.get(start.lookup) ?? 0) - 1
      if (left > 0) seen.set(start.lookup, left)
      else seen.delete(start.lookup)
      first += 1
    }
    const score = seen.size * 1000 + Math.min(last - first, 999)
    if (score > bestScore) {
      bestScore = score
      best = [hits[first]?.start ?? 0, hit.end]
    }
  }
  return [best[0], Math.min(best[1], best[0] + room)]
}

/** What to show of a longer text. */
function excerptRange(text: string, hits: readonly Hit[], maxLength: number): [from: number, to: number] {
  const room = maxLength - 2 * ELLIPSIS.length
  const [start, end] = densest(hits, room)
  let from = Math.max(0, start - Math.floor((room - (end - start)) * ROOM_BEFORE))
  let to = from + room
  if (to >= text.length) {
    to = text.length
    from = Math.min(start, to - room)
  }
  if (from > 0) from = cutAfter(text, from, start)
  if (to < text.length) to = cutBefore(text, to, end)
  return [from, to]
}

/**
 * Marks what matches in a text. With `maxLength` (UTF-16 units): the excerpt with the densest matches, or its beginning.
 * White space becomes single blanks.
 */
export function markText(written: string, matcher: TextMatcher, options: { maxLength?: number } = {}): MarkedText {
  const text = written.replace(/\s\s+|[^\S ]/g, ' ').trim()
  const maxLength = options.maxLength ?? Number.POSITIVE_INFINITY
  const hits = matcher.hits([...tokenParts(text)].flatMap((tokens) => tokens.filter(isUnit)))
  if (text.length <= maxLength) return { text, hits: hits.map(({ start, end }): [number, number] => [start, end]) }
  const [from, to] = excerptRange(text, hits, maxLength)
  const whole = text.slice(from, to)
  const shown = whole.trim()
  const lead = from > 0 ? ELLIPSIS : ''
  /** What to add to places in the text. */
  const offset = lead.length - from - (whole.length - whole.trimStart().length)
  const last = lead.length + shown.length
  return {
    text: `${lead}${shown}${to < text.length ? ELLIPSIS : ''}`,
    hits: hits
      .map(({ start, end }): [number, number] => [Math.max(lead.length, start + offset), Math.min(last, end + offset)])
      .filter(([start, end]) => start < end),
  }
}
