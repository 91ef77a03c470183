import type { SearchedText } from '@stoa/contract'
import type { Database } from '../../../platform/database/database.ts'
import type { Finder } from './finder.ts'
import type { Asked, Planner } from './planner.ts'
import { searchRepository } from './repository.ts'
import { PUBLIC, type Rights } from './rights.ts'
import { type Kind, wordsOf } from './terms.ts'
import { closestTerm, lookupOf, similarLengths } from './text/index.ts'

/** Terms of each length that a word is compared with, the most used. */
const COMPARED_MAX = 700
/** A word is suggested if at least this many public texts have it: others may be of hidden texts only. */
const PUBLIC_TEXTS_MIN = 3
/** Words that fewer texts have may be somebody else's typing errors. */
const KNOWN_TEXTS_MIN = 3
/** Candidates that are checked. */
const TRIES_MAX = 3
/** How long words are corrected, in ms. Further ones stay. */
const CORRECT_MS = 100

/** Words that are corrected, further ones stay; and of which one may be left out. */
const WORDS_MAX = 6
/** Hits by which queries without one of the words are compared: those with the fewest tell the most. */
const COMPARED_HITS_MAX = 100
/** How long each of them may be looked for, in ms. */
const EACH_MS = 10

/** Corrects words that no text has, or hardly any. */
export function createTypos({ database, planner, finder }: { database: Database; planner: Planner; finder: Finder }) {
  const read = () => searchRepository(database.read)

  /** Whether a reader may find a number of texts with a word. Others have no say in what is suggested. */
  async function isFound(kind: Kind, term: string, { rights, count }: { rights: Rights; count: number }) {
    const lookups = [{ terms: [term], expansions: [], phrase: null, prefix: false }]
    const query = { texts: [], excluded: [], from: null, topic: null, before: null, after: null, has: [], story: false }
    const plan = await planner.plan({ kind, asked: { query, lookups }, rights })
    if (!plan) return false
    return (await finder.newest(plan, { limit: count })).found.length >= count
  }

  /** A word that exists instead of one that doesn't; null: there is none. */
  async function similarTo(kind: Kind, term: string): Promise<string | null> {
    const space = wordsOf(kind)
    const head = [...term][0] ?? ''
    const ofLengths = await Promise.all(
      similarLengths(term).map((length) => read().termsLike(space, { head, length }, COMPARED_MAX)),
    )
    let candidates = ofLengths.flat().filter(({ docs }) => docs >= PUBLIC_TEXTS_MIN)
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const closest = closestTerm(term, candidates)
      if (closest === null) return null
      if (await isFound(kind, closest, { rights: PUBLIC, count: PUBLIC_TEXTS_MIN })) return closest
      candidates = candidates.filter((candidate) => candidate.term !== closest)
    }
    return null
  }

  return {
    /** The question without the word that leaves the fewest hits, but some. Null: there are none. */
    async withoutOne(kind: Kind, { query }: Asked, rights: Rights): Promise<Asked | null> {
      let best: { asked: Asked; hits: number } | null = null
      const { texts } = query
      if (texts.length < 2 || texts.length > WORDS_MAX) return null
      for (const left of texts) {
        const others = texts.filter((text) => text !== left)
        const asked = { query: { ...query, texts: others }, lookups: others.flatMap((text) => lookupOf(text) ?? []) }
        const plan = asked.lookups.length === 0 ? null : await planner.plan({ kind, asked, rights })
        if (!plan) continue
        const { found } = await finder.newest(plan, { limit: COMPARED_HITS_MAX, forMs: EACH_MS })
        if (found.length > 0 && (best === null || found.length < best.hits)) best = { asked, hits: found.length }
      }
      return best?.asked ?? null
    },
    /** The question with other words for those that the reader hardly finds; null: nothing to correct. */
    async corrected(kind: Kind, { query }: Asked, rights: Rights): Promise<Asked | null> {
      const texts: SearchedText[] = []
      let isCorrected = false
      const until = performance.now() + CORRECT_MS
      for (const [index, text] of query.texts.entries()) {
        const lookup = text.exact || index >= WORDS_MAX ? null : lookupOf(text)
        const [term = null, ...others] = lookup?.terms ?? []
        const isWord = term !== null && others.length === 0 && lookup?.phrase === null
        const mayCorrect = isWord && performance.now() < until
        const isKnown = mayCorrect && (await isFound(kind, term, { rights, count: KNOWN_TEXTS_MIN }))
        const similar = mayCorrect && !isKnown ? await similarTo(kind, term) : null
        if (similar !== null) isCorrected = true
        texts.push(similar === null ? text : { text: similar, exact: false })
      }
      if (!isCorrected) return null
      return { query: { ...query, texts }, lookups: texts.flatMap((text) => lookupOf(text) ?? []) }
    },
  }
}
