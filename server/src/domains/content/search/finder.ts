import { setImmediate as turn } from 'node:timers/promises'
import { SEARCH_TOTAL_MAX } from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import type { Platform } from '../../../platform/platform.ts'
import { timeOfDoc } from './indexer.ts'
import { NEWEST } from './planner.ts'
import { type Found, type Plan, searchRepository } from './repository.ts'

/** Candidates per statement: few at first, because most pages are full soon. */
const SIZES = [150, 500, 1000]
/** Candidates whose words are read per statement, to find phrases. */
const PHRASE_SIZES = [100, 300]
/** How long a page may be looked for, in ms. Then it ends early, and its cursor continues. */
const PAGE_MS = 50
const COUNT_MS = 150
const COUNTED_FOR_MS = 30_000
const COUNTS_MAX = 5000
/** Hits that are sorted by relevance: the newest, and the newest with all words in the title. */
const RANKED_MAX = 1000

const MONTH_MS = 30 * 24 * 60 * 60 * 1000

/** Part of a list of documents, newest first. */
export interface Section {
  found: Found[]
  /** Where the list continues: before this document. Null at its end. */
  next: number | null
}

/** A hit with its relevance. */
export interface Ranked extends Found {
  rank: number
}

export type Finder = ReturnType<typeof createFinder>

/** Finds documents in steps of bounded work. */
export function createFinder({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const read = () => searchRepository(database.read)
  const counts = new LRUCache<string, { count: number; at: number }>({ max: COUNTS_MAX })

  /** Ranges of candidates from the newest on, each a step. */
  async function* ranges(plan: Plan, { before, sizes }: { before: number; sizes: readonly number[] }) {
    let end = Math.min(before, plan.before)
    for (let step = 0; end > plan.from; step += 1) {
      const size = sizes[Math.min(step, sizes.length - 1)] ?? 0
      const from = await read().rangeStart(plan, { before: end, size })
      yield { from, before: end }
      end = from
      // The embedded database's driver is synchronous: others get their turn.
      await turn()
    }
  }

  const sizesOf = (plan: Plan) => (plan.phrases.length + plan.muted.phrases.length > 0 ? PHRASE_SIZES : SIZES)

  async function newest(
    plan: Plan,
    { before = NEWEST, limit, forMs = PAGE_MS }: { before?: number; limit: number; forMs?: number },
  ): Promise<Section> {
    const start = performance.now()
    const found: Found[] = []
    for await (const range of ranges(plan, { before, sizes: sizesOf(plan) })) {
      found.push(...(await read().newest(plan, range, limit - found.length)))
      const last = found.at(-1)
      if (found.length >= limit && last) return { found, next: last.doc }
      if (performance.now() - start > forMs && range.from > plan.from) return { found, next: range.from }
    }
    return { found, next: null }
  }

  async function count(plan: Plan): Promise<number> {
    const start = performance.now()
    let sum = 0
    for await (const range of ranges(plan, { before: NEWEST, sizes: sizesOf(plan).slice(-1) })) {
      sum += await read().count(plan, range, SEARCH_TOTAL_MAX + 1 - sum)
      if (sum > SEARCH_TOTAL_MAX || performance.now() - start > COUNT_MS) break
    }
    return Math.min(sum, SEARCH_TOTAL_MAX + 1)
  }

  return {
    newest,
    /** How many documents match, counted up to a limit and kept for half a minute. */
    async countOf(plan: Plan | null): Promise<number> {
      if (plan === null) return 0
      const key = JSON.stringify(plan)
      const now = clock.now()
      const kept = counts.get(key)
      if (kept && now - kept.at < COUNTED_FOR_MS) return kept.count
      const counted = await count(plan)
      counts.set(key, { count: counted, at: now })
      return counted
    },
    /** Hits by relevance. `inTitle`: the same query with all words in the title. */
    async ranked(
      plan: Plan,
      { inTitle, top, bonusOf = () => 0 }: { inTitle: Plan | null; top: number; bonusOf?: (found: Found) => number },
    ): Promise<{ ranked: Ranked[]; isWhole: boolean }> {
      const before = top === NEWEST ? NEWEST : top + 1
      const titled = inTitle ? await newest(inTitle, { before, limit: RANKED_MAX }) : { found: [], next: null }
      const all = await newest(plan, { before, limit: RANKED_MAX })
      const inTitles = new Set(titled.found.map(({ doc }) => doc))
      const found = new Map([...titled.found, ...all.found].map((one) => [one.doc, one]))
      const newestTime = timeOfDoc(Math.max(0, ...found.keys()))
      const ranked = Array.from(found.values(), (one) => {
        const months = Math.max(0, newestTime - timeOfDoc(one.doc)) / MONTH_MS
        const liked = Math.min(1000, 120 * Math.log2(1 + Math.max(0, one.score)))
        const rank = (inTitles.has(one.doc) ? 2000 : 0) + liked + 1000 / (1 + months / 3)
        return { ...one, rank: Math.round(rank) + bonusOf(one) }
      })
      ranked.sort((one, other) => other.rank - one.rank || other.doc - one.doc)
      return { ranked, isWhole: all.next === null }
    },
  }
}
