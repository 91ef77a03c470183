import { setImmediate as turn } from 'node:timers/promises'
import { SEARCH_TOTAL_MAX } from '@stoa/contract'
import type { Platform } from '../../../platform/platform.ts'
import { timeOfDoc } from './indexer.ts'
import { type BestPlans, NEWEST } from './planner.ts'
import { type Found, type FoundText, type Plan, type Range, searchRepository } from './repository.ts'

/** Candidates per statement. Those of several terms are sorted first: few, because most pages are full soon. */
const SIZES = { ofOne: [2000], ofSeveral: [300, 1000, 2000] }
/** Work per statement, in postings that are looked up. The embedded database answers nobody else meanwhile. */
const LOOKUPS_MAX = 40_000
/** Postings that cost as much as a candidate, and as a phrase that is looked for in its text. */
const LOOKUPS_PER = { candidate: 10, phrase: 30 }
/** Texts that one statement reads, to look for muted phrases in them. */
const TEXTS_AT_ONCE = 100
/** Letters that are read for muted phrases before others get their turn. */
const READ_AT_ONCE = 5_000_000
/** How long a page may be looked for, in ms. Then it ends early, and its cursor continues. */
const PAGE_MS = 50
/** The same for a page without any hit so far. */
const EMPTY_PAGE_MS = 300
/** How long documents may be counted, in ms. */
const COUNT_MS = 100
/** Hits that are sorted by relevance: the newest, those with all words in the title, and those about all of them. */
const RANKED_MAX = { all: 200, inTitle: 60, ofMainWords: 60 }
/** What makes a hit more relevant, beside how new and how well liked it is, which count up to 1000 each. */
const BONUSES = { inTitle: 2000, ofMainWords: 1500, inOrder: 800 }

const NO_PLANS: BestPlans = { inTitle: null, ofMainWords: null }

const MONTH_MS = 30 * 24 * 60 * 60 * 1000

/** Part of a list of documents, newest first. */
export interface Section {
  found: Found[]
  /** Where the list continues: before this document. Null at its end. */
  next: number | null
}

/** The lists of which hits are sorted by relevance. */
const RANKED = ['inTitle', 'ofMainWords', 'all'] as const
type RankedList = (typeof RANKED)[number]

/** What is sorted by relevance. Later pages sort the same, however long the first one took to find it. */
export interface RankedRange {
  /** The newest document. */
  top: number
  /** The oldest document that each list reached, 0 at its end. */
  from: Record<RankedList, number>
}

/** A range as part of a cursor, and back. */
export const rangePosition = ({ top, from }: RankedRange): number[] => [top, ...RANKED.map((list) => from[list])]
export function rangeAt([top = 0, inTitle = 0, ofMainWords = 0, all = 0]: readonly number[]): RankedRange {
  return { top, from: { inTitle, ofMainWords, all } }
}

/** A hit with its relevance. */
export interface Ranked extends Found {
  rank: number
}

export type Finder = ReturnType<typeof createFinder>

/** Finds documents in steps of bounded work. Between them others get their turn. */
export function createFinder({ database }: Pick<Platform, 'database'>) {
  const read = () => searchRepository(database.read)

  /** Ranges of candidates from the newest on, each a step. */
  async function* ranges(plan: Plan, { before, sizes }: { before: number; sizes: readonly number[] }) {
    let end = Math.min(before, plan.before)
    for (let step = 0; end > plan.from; step += 1) {
      const size = sizes[Math.min(step, sizes.length - 1)] ?? 0
      const from = await read().rangeStart(plan, { before: end, size })
      yield { from, before: end }
      end = from
    }
  }

  function sizesOf({ groups: [candidates = [], ...others], excluded, muted, phrases }: Plan): number[] {
    const texts = phrases.length + Math.min(1, muted.phrases.length)
    const terms = others.flat().length + excluded.length + muted.terms.length
    const lookups = LOOKUPS_PER.candidate + terms + texts * LOOKUPS_PER.phrase
    const sizes = candidates.length > 1 ? SIZES.ofSeveral : SIZES.ofOne
    return sizes.map((size) => Math.min(size, Math.ceil(LOOKUPS_MAX / lookups)))
  }

  /** Those without muted phrases. Looked for here, because a statement that does it may take seconds. */
  async function unmuted({ muted: { phrases } }: Plan, found: readonly FoundText[]): Promise<Found[]> {
    if (phrases.length === 0) return [...found]
    let letters = 0
    const shown: Found[] = []
    for (const one of found) {
      let isMuted = false
      for (const phrase of one.isOwn ? [] : phrases) {
        isMuted = one.tokens.includes(phrase)
        if (isMuted) break
        letters += one.tokens.length
        if (letters < READ_AT_ONCE) continue
        letters = 0
        await turn()
      }
      if (!isMuted) shown.push(one)
    }
    return shown
  }

  /** Hits of a range, newest first. */
  async function within(plan: Plan, range: Range, limit: number): Promise<Found[]> {
    const found: Found[] = []
    for (let { before } = range; ; ) {
      const asked = Math.min(limit - found.length, plan.muted.phrases.length > 0 ? TEXTS_AT_ONCE : limit)
      const some = await read().newest(plan, { ...range, before }, asked)
      found.push(...(await unmuted(plan, some)))
      const last = some.at(-1)
      if (!last || some.length < asked || found.length >= limit) return found
      before = last.doc
    }
  }

  async function newest(
    plan: Plan,
    {
      before = NEWEST,
      limit,
      forMs = PAGE_MS,
      emptyForMs = forMs,
    }: { before?: number; limit: number; forMs?: number; emptyForMs?: number },
  ): Promise<Section> {
    const start = performance.now()
    const found: Found[] = []
    for await (const range of ranges(plan, { before, sizes: sizesOf(plan) })) {
      found.push(...(await within(plan, range, limit - found.length)))
      const last = found.at(-1)
      if (found.length >= limit && last) return { found, next: last.doc }
      const isLate = performance.now() - start > (last ? forMs : emptyForMs)
      if (isLate && range.from > plan.from) return { found, next: range.from }
    }
    return { found, next: null }
  }

  /** How many documents match, exact up to a limit. Null: counting them all would take too long. */
  async function count(plan: Plan): Promise<number | null> {
    const limit = SEARCH_TOTAL_MAX + 1
    if (plan.muted.phrases.length > 0) {
      const { found, next } = await newest(plan, { limit, forMs: COUNT_MS })
      return found.length === limit || next === null ? found.length : null
    }
    const start = performance.now()
    let sum = 0
    for await (const range of ranges(plan, { before: NEWEST, sizes: sizesOf(plan).slice(-1) })) {
      sum += await read().count(plan, range, limit - sum)
      if (sum === limit) break
      if (performance.now() - start > COUNT_MS && range.from > plan.from) return null
    }
    return sum
  }

  /** The newest hits of a list, or, on later pages, those in its range. `from`: the oldest document that was reached. */
  async function listed(
    which: RankedList,
    { plan, range, emptyForMs }: { plan: Plan | null; range: RankedRange | null; emptyForMs?: number },
  ): Promise<{ hits: Map<number, Found>; from: number }> {
    if (!plan) return { hits: new Map(), from: range?.from[which] ?? NEWEST }
    const limit = RANKED_MAX[which]
    const from = range?.from[which] ?? 0
    const { found, next } = range
      ? await newest({ ...plan, from: Math.max(plan.from, from) }, { before: range.top + 1, limit, forMs: Infinity })
      : await newest(plan, { limit, ...(emptyForMs && { emptyForMs }) })
    return { hits: new Map(found.map((one) => [one.doc, one])), from: range ? from : (next ?? 0) }
  }

  return {
    newest,
    /** A page of the newest hits. It is empty only if there are none, or after a long time. */
    page: (plan: Plan, { before, limit }: { before: number; limit: number }) =>
      newest(plan, { before, limit, emptyForMs: EMPTY_PAGE_MS }),
    count,
    /** Ids of hits that are ranked although they are older than a document. */
    async rankedBefore(best: BestPlans, { next, range }: { next: number; range: RankedRange }): Promise<Set<string>> {
      const ids = new Set<string>()
      for (const which of ['inTitle', 'ofMainWords'] as const) {
        const { hits } = await listed(which, { plan: best[which], range })
        for (const { doc, id } of hits.values()) if (doc < next) ids.add(id)
      }
      return ids
    },
    /** Hits by relevance. `range`: what the first page sorted; null for it. Older hits are before `range.from.all`. */
    async ranked(
      plan: Plan,
      { best, range }: { best: BestPlans; range: RankedRange | null },
    ): Promise<{ ranked: Ranked[]; range: RankedRange }> {
      const { hits, ...all } = await listed('all', { plan, range, emptyForMs: EMPTY_PAGE_MS })
      // Names are looked for by other beginnings than the rest of a profile.
      const isOfTexts = plan.kind === 'post' || plan.kind === 'comment'
      const isNothing = isOfTexts && hits.size === 0 && all.from === 0
      const { inTitle: titlePlan, ofMainWords: mainPlan } = isNothing ? NO_PLANS : best
      const { hits: inTitle, ...titles } = await listed('inTitle', { plan: titlePlan, range })
      const { hits: ofMainWords, ...words } = await listed('ofMainWords', { plan: mainPlan, range })
      const found = new Map([...inTitle, ...ofMainWords, ...hits])
      const top = range?.top ?? Math.max(0, ...found.keys())
      const newestTime = timeOfDoc(top)
      const ranked = Array.from(found.values(), (one) => {
        const months = Math.max(0, newestTime - timeOfDoc(one.doc)) / MONTH_MS
        const liked = Math.min(1000, 120 * Math.log2(1 + Math.max(0, one.score)))
        const bonus =
          (inTitle.has(one.doc) ? BONUSES.inTitle : 0) +
          (ofMainWords.has(one.doc) ? BONUSES.ofMainWords : 0) +
          (one.isInOrder ? BONUSES.inOrder : 0)
        return { ...one, rank: Math.round(bonus + liked + 1000 / (1 + months / 3)) }
      })
      ranked.sort((one, other) => other.rank - one.rank || other.doc - one.doc)
      const from = { inTitle: titles.from, ofMainWords: words.from, all: all.from }
      return { ranked, range: range ?? { top, from } }
    },
  }
}
