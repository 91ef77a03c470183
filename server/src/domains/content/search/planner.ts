import { parseSearchQuery, type SearchQuery } from '@stoa/contract'
import type { Database } from '../../../platform/database/database.ts'
import type { AccountService } from '../../people/accounts/index.ts'
import { docAt } from './indexer.ts'
import { type Group, type Plan, searchRepository } from './repository.ts'
import type { Condition, Rights } from './rights.ts'
import {
  FILTERS,
  filtersOf,
  type Kind,
  mainWordsOf,
  PREFIX_MAX_LENGTH,
  prefixFilter,
  type Space,
  termOf,
  titlesOf,
  wordsOf,
} from './terms.ts'
import { type Lookup, lookupOf, prefixEnd } from './text/index.ts'

/** A query, as far as it is the same for all kinds. */
export interface Asked {
  query: SearchQuery
  /** Words and phrases that must occur. */
  lookups: readonly Lookup[]
}

/** How the texts of a plan are looked for. */
interface Planning {
  kind: Kind
  asked: Asked
  rights: Rights
}

/** The same query among the most relevant texts. Null: none can match. */
export interface BestPlans {
  inTitle: Plan | null
  ofMainWords: Plan | null
}

/** Documents of the last moment. */
export const NEWEST = Number.MAX_SAFE_INTEGER

const TOPICS_MAX = 20
/** Terms that begin with what was typed: how many are read, and how many of them, the most used, are looked for. */
const PREFIX_TERMS_MAX = 2000
const PREFIX_TERMS_USED = 30
/** Words and phrases of a query beyond these are ignored. */
const TEXTS_MAX = 20
/** Other forms of a word that are looked for. */
const EXPANSIONS_MAX = 12

/** Parses what was typed. `prefix`: the last word may be unfinished. */
export function askedFor(text: string, { prefix = false } = {}): Asked {
  const query = parseSearchQuery(text)
  const texts = query.texts.slice(0, TEXTS_MAX)
  const isUnfinished = (index: number) => prefix && index === texts.length - 1 && !/\s$/u.test(text)
  const lookups = texts.flatMap((one, index) => lookupOf(one, { prefix: isUnfinished(index) }) ?? [])
  return { query, lookups }
}

/** The words of a query as a text has them that follow each other. */
const inOrder = ({ query: { texts } }: Asked) =>
  texts.length < 2 ? null : (lookupOf({ text: texts.map(({ text }) => text).join(' '), exact: true })?.phrase ?? null)

/** Whether a kind has authors, topics and times. */
const isOfTexts = (kind: Kind): kind is 'post' | 'comment' => kind === 'post' || kind === 'comment'

const startOfDay = (day: string) => docAt(Date.parse(`${day}T00:00:00Z`))

export type Planner = ReturnType<typeof createPlanner>

/** Turns queries into plans for the database. */
export function createPlanner({
  database,
  accounts,
}: {
  database: Database
  accounts: Pick<AccountService, 'find' | 'accountsOf'>
}) {
  const read = () => searchRepository(database.read)

  /** Terms that begin with a word. */
  async function beginningWith(space: Space, { kind, start }: { kind: Kind; start: string }): Promise<number[]> {
    const isName = kind === 'user' || kind === 'community'
    const isShort = Array.from(start).length <= PREFIX_MAX_LENGTH
    if (isName && isShort) return [termOf(filtersOf(kind), prefixFilter(start)).id]
    const range = { start, end: prefixEnd(start) }
    const terms = await read().termsFrom(space, range, { read: PREFIX_TERMS_MAX, limit: PREFIX_TERMS_USED })
    return terms.map((term) => termOf(space, term).id)
  }

  async function groupsOf(lookup: Lookup, { space, kind }: { space: Space; kind: Kind }): Promise<Group[]> {
    const idOf = (term: string) => termOf(space, term).id
    const groups: Group[] = lookup.terms.map((term) => [idOf(term)])
    const [last = ''] = lookup.terms.slice(-1)
    const others = [
      ...lookup.expansions.slice(0, EXPANSIONS_MAX).map(idOf),
      ...(lookup.prefix ? await beginningWith(space, { kind, start: last }) : []),
    ]
    return [...groups.slice(0, -1), [...new Set([...(groups.at(-1) ?? []), ...others])]]
  }

  /** Conditions on author, topic and content of posts and comments. Null: nothing can match. */
  async function filters({
    kind,
    asked: { query },
    rights,
  }: Planning): Promise<{ groups: Group[]; conditions: Condition[] } | null> {
    const groups: Group[] = []
    const conditions: Condition[] = []
    const table = kind === 'post' ? 'p' : 'c'
    const space = filtersOf(kind)
    const add = (terms: readonly string[]) => groups.push(terms.map((term) => termOf(space, term).id))
    const among = (column: string, ids: readonly string[]) =>
      conditions.push({ sql: `${column} in (${ids.map(() => '?').join()})`, bindings: ids })
    if (!isOfTexts(kind)) return { groups, conditions }
    if (rights.communityId !== null) add([FILTERS.community(rights.communityId)])
    if (query.from !== null) {
      const author = await accounts.find(query.from)
      if (!author) return null
      const ids = await accounts.accountsOf(author.id)
      add(ids.map(FILTERS.author))
      among(`${table}.publisher_id`, ids)
    }
    if (query.topic !== null) {
      const ids = await read().topicsNamed(query.topic, rights.communityId, TOPICS_MAX)
      if (ids.length === 0) return null
      // Comments are found by the topic of their post.
      if (kind === 'post') add(ids.map(FILTERS.topic))
      among('p.flair_id', ids)
    }
    if (kind === 'comment') {
      // Operators without meaning for comments.
      return { groups, conditions }
    }
    for (const content of query.has) add([FILTERS.has(content)])
    if (query.story) {
      add([FILTERS.story])
      conditions.push({ sql: "p.kind = 'story'", bindings: [] })
    }
    return { groups, conditions }
  }

  /** Plans for finding the words in some spaces. Null: nothing can match. */
  async function plans(planning: Planning, spaces: readonly (Space | null)[]): Promise<(Plan | null)[]> {
    const { kind, asked, rights } = planning
    const filtered = await filters(planning)
    if (!filtered) return spaces.map(() => null)
    const unsorted: (Group[] | null)[] = []
    for (const space of spaces) {
      if (space === null) {
        unsorted.push(null)
        continue
      }
      const groups = [...filtered.groups]
      for (const lookup of asked.lookups) groups.push(...(await groupsOf(lookup, { space, kind })))
      unsorted.push(groups)
    }
    const phrases: Plan['phrases'][number][] = asked.lookups.flatMap(({ phrase, prefix }) =>
      phrase === null ? [] : [{ text: prefix ? phrase.trimEnd() : phrase, isExcluded: false }],
    )
    const excluded: number[] = []
    for (const text of asked.query.excluded.slice(0, TEXTS_MAX)) {
      const lookup = lookupOf(text)
      if (lookup?.phrase) phrases.push({ text: lookup.phrase, isExcluded: true })
      else excluded.push(...(lookup?.terms ?? []).map((term) => termOf(wordsOf(kind), term).id))
    }
    const mutedTexts = isOfTexts(kind) ? rights.without.words.map((text) => lookupOf({ text, exact: true })) : []
    const muted = {
      terms: mutedTexts.flatMap((lookup) =>
        lookup && lookup.phrase === null ? lookup.terms.map((term) => termOf(wordsOf(kind), term).id) : [],
      ),
      phrases: mutedTexts.flatMap((lookup) => lookup?.phrase ?? []),
    }
    const docs = await read().docsOf([...new Set(unsorted.flatMap((groups) => groups?.flat() ?? []))])
    const sizeOf = (group: Group) => group.reduce((sum, term) => sum + (docs.get(term) ?? 0), 0)
    const { before, after } = isOfTexts(kind) ? asked.query : { before: null, after: null }
    return unsorted.map((some) => {
      const known = some?.map((group) => group.filter((term) => docs.has(term)))
      if (!known || known.some((group) => group.length === 0)) return null
      const groups = known.toSorted((one, other) => sizeOf(one) - sizeOf(other))
      return {
        kind,
        groups,
        sizes: groups[0]?.map((term) => docs.get(term) ?? 0) ?? [],
        excluded,
        phrases,
        inOrder: inOrder(asked),
        muted,
        conditions: filtered.conditions,
        from: after === null ? 0 : startOfDay(after),
        before: before === null ? NEWEST : startOfDay(before),
        rights,
      }
    })
  }

  return {
    async plan(planning: Planning): Promise<Plan | null> {
      const [plan = null] = await plans(planning, [wordsOf(planning.kind)])
      return plan
    },
    /** All words must be in the title or name. */
    async planOfTitles(planning: Planning): Promise<Plan | null> {
      const [plan = null] = await plans(planning, [titlesOf(planning.kind)])
      return plan
    },
    /** The plan, and those that look for the most relevant: all words in the title, and among the main words. */
    async plansByRelevance(planning: Planning): Promise<{ plan: Plan | null; best: BestPlans }> {
      const { kind } = planning
      const spaces = [wordsOf(kind), titlesOf(kind), mainWordsOf(kind)]
      const [plan = null, inTitle = null, ofMainWords = null] = await plans(planning, spaces)
      return { plan, best: { inTitle, ofMainWords } }
    },
    /** Whether a query asks for anything. */
    isEmpty: ({ query, lookups }: Asked, kind: Kind): boolean => {
      if (lookups.length > 0) return false
      const { from, topic, before, after, has, story } = query
      const isFiltered = [from, topic, before, after].some((filter) => filter !== null)
      return !(isOfTexts(kind) && (isFiltered || (kind === 'post' && (has.length > 0 || story))))
    },
  }
}
