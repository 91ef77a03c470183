import type { FoldedText } from './fold-text.ts'

/** Position of a match, in code units of the folded text. */
export interface WordMatch {
  /** Index of the entry in the list. */
  entry: number
  start: number
  end: number
}

export interface WordMatcher {
  /** The first match of each entry, in the order of the text. */
  find(text: FoldedText): WordMatch[]
}

const WORD = /[\p{L}\p{N}\p{M}_]/u
/** Scripts that don't separate words. */
const UNSEPARATED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const UNITS = 0x1_0000

/**
 * Searches for all words and phrases at once, in time linear in the text (Aho and Corasick, 1975). Entries are folded.
 * A match must not be part of a longer word, but after an entry that ends with `*` the word may continue.
 */
export function createWordMatcher(entries: readonly string[]): WordMatcher {
  /** Next node by node and code unit. */
  const edges = new Map<number, number>()
  const entriesAt: number[][] = [[]]
  const lengths = entries.map((entry) => entry.replace(/\*$/, '').length)
  const isPrefix = entries.map((entry) => entry.endsWith('*'))
  const hasPrefixes = isPrefix.includes(true)
  for (const [index, entry] of entries.entries()) {
    let node = 0
    for (let at = 0; at < (lengths[index] ?? 0); at += 1) {
      const edge = node * UNITS + entry.charCodeAt(at)
      const next = edges.get(edge) ?? entriesAt.push([]) - 1
      edges.set(edge, next)
      node = next
    }
    if (node !== 0) entriesAt[node]?.push(index)
  }
  const { fallback, shorter } = linksOf(edges, entriesAt)

  return {
    find({ text }) {
      const matches = new Map<number, WordMatch>()
      const borders = bordersOf(text)
      let node = 0
      for (let at = 0; at < text.length && matches.size < entries.length; at += 1) {
        const unit = text.charCodeAt(at)
        while (node !== 0 && !edges.has(node * UNITS + unit)) node = fallback[node] ?? 0
        node = edges.get(node * UNITS + unit) ?? 0
        const end = at + 1
        const isEnd = borders[end] === 1
        if (!isEnd && !hasPrefixes) continue
        for (let hit = node; hit !== 0; hit = shorter[hit] ?? 0) {
          for (const entry of entriesAt[hit] ?? []) {
            const start = end - (lengths[entry] ?? 0)
            if (borders[start] !== 1 || (!isEnd && isPrefix[entry] !== true)) continue
            if (!matches.has(entry)) matches.set(entry, { entry, start, end })
          }
        }
      }
      return [...matches.values()]
    },
  }
}

/** For each position of a text: 1 if a word may begin or end there, else 0. */
function bordersOf(text: string): Uint8Array {
  const borders = new Uint8Array(text.length + 1)
  let before = BETWEEN_WORDS
  let at = 0
  for (const character of text) {
    const after = kindOf(character)
    // Both belong to one word.
    borders[at] = before === IN_WORD && after === IN_WORD ? 0 : 1
    before = after
    at += character.length
  }
  borders[at] = 1
  return borders
}

const BETWEEN_WORDS = 1
const IN_WORD = 2
const WORD_OF_ITS_OWN = 3
/** Kinds of characters by code unit; 0: not determined yet. Matching a pattern takes much longer. */
const kinds = new Uint8Array(UNITS)

function kindOf(character: string): number {
  if (character.length > 1) return computeKind(character)
  const unit = character.charCodeAt(0)
  return kinds[unit] || (kinds[unit] = computeKind(character))
}

function computeKind(character: string): number {
  if (!WORD.test(character)) return BETWEEN_WORDS
  return UNSEPARATED.test(character) ? WORD_OF_ITS_OWN : IN_WORD
}

/** For each node: the node of its longest proper suffix, and of the longest suffix that ends an entry. */
function linksOf(edges: Map<number, number>, entriesAt: number[][]) {
  const fallback = new Int32Array(entriesAt.length)
  const shorter = new Int32Array(entriesAt.length)
  // Sorted by depth, parents come before their children: an edge is added after the edges above it.
  const depths = new Int32Array(entriesAt.length)
  for (const [edge, node] of edges) depths[node] = (depths[Math.floor(edge / UNITS)] ?? 0) + 1
  const byDepth = [...edges].toSorted(([, left], [, right]) => (depths[left] ?? 0) - (depths[right] ?? 0))
  for (const [edge, node] of byDepth) {
    const parent = Math.floor(edge / UNITS)
    const unit = edge % UNITS
    let at = parent
    do at = at === 0 ? -1 : (fallback[at] ?? 0)
    while (at > 0 && !edges.has(at * UNITS + unit))
    const link = at < 0 ? 0 : (edges.get(at * UNITS + unit) ?? 0)
    fallback[node] = link
    shorter[node] = (entriesAt[link]?.length ?? 0) > 0 ? link : (shorter[link] ?? 0)
  }
  return { fallback, shorter }
}
