import { createHash } from 'node:crypto'

/** What is found. */
export const KINDS = ['post', 'comment', 'user', 'community'] as const
export type Kind = (typeof KINDS)[number]

/**
 * Namespaces of terms: the words of each kind, so that a search for posts reads no comments; words of titles and names;
 * main words; and filters such as the author.
 */
export type Space = 'p' | 'pt' | 'pm' | 'pf' | 'c' | 'cm' | 'cf' | 'u' | 'ut' | 'uf' | 'g' | 'gt' | 'gf'

const LETTERS = { post: 'p', comment: 'c', user: 'u', community: 'g' } as const satisfies Record<Kind, Space>

/** Where the words of a kind's texts are. */
export const wordsOf = (kind: Kind): Space => LETTERS[kind]
/** Where the words of its titles or names are. A comment has none. */
export const titlesOf = (kind: Kind): Space | null => (kind === 'comment' ? null : `${LETTERS[kind]}t`)
/** Where the main words of its texts are. People and communities have none. */
export const mainWordsOf = (kind: Kind): Space | null =>
  kind === 'post' || kind === 'comment' ? `${LETTERS[kind]}m` : null
/** Where its filters are. */
export const filtersOf = (kind: Kind): Space => `${LETTERS[kind]}f`

/** Names and titles are also found by their words' first letters, up to this many. */
export const PREFIX_MAX_LENGTH = 3

export interface Term {
  id: number
  space: Space
  term: string
}

/** A term with its id, which is the same everywhere, so that no two servers have to agree on it. */
export function termOf(space: Space, term: string): Term {
  const hash = createHash('sha1').update(`${space} ${term}`).digest()
  // 52 bits, so that JavaScript represents it exactly.
  return { id: hash.readUIntBE(0, 6) * 16 + ((hash[6] ?? 0) % 16), space, term }
}

/** The filter of a beginning of a word. */
export const prefixFilter = (start: string) => `^${start}`

/** The text of the filters of a document. */
export const FILTERS = {
  author: (accountId: string) => `author:${accountId}`,
  community: (communityId: string) => `in:${communityId}`,
  topic: (flairId: string) => `topic:${flairId}`,
  has: (what: 'poll' | 'image' | 'video') => `has:${what}`,
  story: 'is:story',
} as const

/** Separates the title from the text among a document's words. */
export const TITLE_END = '|'

/** What a document is found by. */
export interface DocumentWords {
  /** Words of title and text. */
  tokens: string
  /** Pairs of letters of title and text, at most twice each. */
  pairs: string
  filters: string
}

const wordsIn = (text: string) => text.split(' ').filter((word) => word !== '')

/** What a text is mainly about: the words of its title, and those that occur more than once. */
export function mainWords(title: readonly string[], text: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const main = new Set(title)
  for (const word of text) {
    if (seen.has(word)) main.add(word)
    seen.add(word)
  }
  return main
}

/** All terms of a document by id. */
export function termsOf(kind: Kind, { tokens, pairs, filters }: DocumentWords): Map<number, Term> {
  const terms = new Map<number, Term>()
  const add = (space: Space | null, texts: Iterable<string>) => {
    if (space === null) return
    for (const text of texts) {
      const term = termOf(space, text)
      terms.set(term.id, term)
    }
  }
  for (const part of [tokens, pairs]) {
    const [title = [], text = []] = part.split(TITLE_END).map(wordsIn)
    add(wordsOf(kind), title)
    add(titlesOf(kind), title)
    add(wordsOf(kind), text)
    add(mainWordsOf(kind), mainWords(title, text))
  }
  add(filtersOf(kind), wordsIn(filters))
  return terms
}
