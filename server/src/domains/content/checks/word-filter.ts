import { type FoldedText } from './fold-text.ts'
import type { FoundLink } from './links.ts'

/** Word counts: the number of kept and of removed texts that contain a word. */
export interface FilterModel {
  kept: number
  removed: number
  words: Record<string, [kept: number, removed: number]>
}

export type FilterLabel = 'kept' | 'removed'

/** The filter's rating of a text. */
export interface FilterVerdict {
  /** From 0 (similar to kept texts) to 1 (similar to removed ones). */
  probability: number
  /** Words that speak most for removal, at most five. */
  words: string[]
}

export const emptyModel: FilterModel = { kept: 0, removed: 0, words: {} }

/** Decisions of each kind required before the filter rates texts. */
const TRAINED_FROM = 10
const TOKENS_MAX = 200
const WORDS_MAX = 4000
/** Only the most decisive words count, so that a long text isn't rated with more certainty than a short one. */
const TELLING = 20
const SHOWN = 5
const PIECE = /[\p{L}\p{N}\p{M}]+/gu
const UNSEPARATED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/**
 * Distinct words of a text, including the hosts of links. Scripts without word separators yield pairs of characters.
 */
export function wordsOf({ folded, links }: { folded: FoldedText; links: readonly FoundLink[] }): string[] {
  const words = new Set(links.map(({ host }) => `@${host}`))
  for (const [piece] of folded.text.matchAll(PIECE)) {
    if (words.size >= TOKENS_MAX) break
    if (!UNSEPARATED.test(piece)) {
      if (piece.length > 1 && piece.length <= 30) words.add(piece)
      continue
    }
    const characters = [...piece.slice(0, 2 * TOKENS_MAX)]
    for (const [index, character] of characters.entries()) words.add(character + (characters[index + 1] ?? ''))
  }
  return [...words].slice(0, TOKENS_MAX)
}

/** Whether the filter has seen enough decisions to rate texts. */
export function isTrained({ kept, removed }: FilterModel): boolean {
  return kept >= TRAINED_FROM && removed >= TRAINED_FROM
}

/** Naive Bayes with Laplace smoothing over the most decisive words, with equal priors. Null until trained. */
export function classify(model: FilterModel, words: readonly string[]): FilterVerdict | null {
  if (!isTrained(model)) return null
  const decisive = words
    .flatMap((word) => {
      const counts = Object.hasOwn(model.words, word) ? model.words[word] : undefined
      if (!counts || counts[0] + counts[1] < 2) return []
      const odds = Math.log(((counts[1] + 1) * (model.kept + 2)) / ((counts[0] + 1) * (model.removed + 2)))
      return [{ word, odds }]
    })
    .toSorted((left, right) => Math.abs(right.odds) - Math.abs(left.odds))
    .slice(0, TELLING)
  const sum = decisive.reduce((total, { odds }) => total + odds, 0)
  const against = decisive.filter(({ odds }) => odds > 0).slice(0, SHOWN)
  return { probability: 1 / (1 + Math.exp(-sum)), words: against.map(({ word }) => word.replace(/^@/, '')) }
}

/** Adds a text to the model (`by` 1) or removes it (`by` -1). */
export function train(
  model: FilterModel,
  { words, label, by }: { words: readonly string[]; label: FilterLabel; by: 1 | -1 },
): FilterModel {
  const next = { kept: model.kept, removed: model.removed, words: { ...model.words } }
  next[label] = Math.max(0, next[label] + by)
  const index = label === 'kept' ? 0 : 1
  for (const word of words) {
    const [kept = 0, removed = 0] = Object.hasOwn(next.words, word) ? (next.words[word] ?? []) : []
    const counts: [number, number] = [kept, removed]
    counts[index] = Math.max(0, counts[index] + by)
    if (counts[0] + counts[1] === 0) delete next.words[word]
    else
      Object.defineProperty(next.words, word, { value: counts, enumerable: true, configurable: true, writable: true })
  }
  return prune(next)
}

/** Drops the rarest words of a model that has grown too large. */
function prune(model: FilterModel): FilterModel {
  const words = Object.entries(model.words)
  if (words.length <= WORDS_MAX) return model
  const frequentWords = words
    .toSorted(([, left], [, right]) => right[0] + right[1] - left[0] - left[1])
    .slice(0, WORDS_MAX * 0.9)
  return { ...model, words: Object.fromEntries(frequentWords) }
}
