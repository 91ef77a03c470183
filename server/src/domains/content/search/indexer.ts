import { setImmediate as turn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Database, StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import { DOCS_PER_SECOND, type DocumentRow, indexRepository, type Posting } from './index-repository.ts'
import { GONE, type Source, sourceRepository } from './source-repository.ts'
import { type DocumentWords, type Kind, mainWords, type Term, TITLE_END, termsOf } from './terms.ts'
import { isUnit, type Token, tokenParts, unitsText } from './text/index.ts'

/** Entities per transaction. */
export const INDEXED_AT_ONCE = 20
/** The same while nobody else writes, since the disk confirms each transaction. */
const INDEXED_ALONE = 100
/** Tokens that are indexed of a text. */
const TOKENS_MAX = 20_000
const SECOND_MS = 1000
/** Seconds whose numbers are all taken that a process remembers, such as those of an import. */
const FULL_SECONDS_MAX = 1000

/** The number of the first document that is created at a time in ms, or later. */
export function docAt(time: number): number {
  return Math.max(0, Math.floor(time / SECOND_MS)) * DOCS_PER_SECOND
}

/** When a document was created, in ms. */
export function timeOfDoc(doc: number): number {
  return Math.floor(doc / DOCS_PER_SECOND) * SECOND_MS
}

/** Entities to be indexed. */
interface Indexed {
  kind: Kind
  ids: readonly string[]
  /** They are about to be erased. Default false. */
  isErased?: boolean
  /** Postings that are missing are added also to documents that haven't changed. Default false. */
  isForced?: boolean | undefined
}

/** Keeps documents and their postings in step with what people write. */
export function createIndexer({ database }: { database: Database }) {
  /** Where numbers were free, for seconds in which all are taken. */
  const freeBefore = new LRUCache<number, number>({ max: FULL_SECONDS_MAX })

  /** Numbers that are taken, by the first one of their second. Those of the seconds are read together. */
  async function takenIn(tx: Transaction, seconds: readonly number[]): Promise<Map<number, Set<number>>> {
    const taken = new Map(seconds.map((first) => [first, new Set<number>()]))
    for (const doc of await indexRepository(tx.connection).taken(seconds)) {
      taken.get(Math.floor(doc / DOCS_PER_SECOND) * DOCS_PER_SECOND)?.add(doc)
    }
    return taken
  }

  /** A free number for a document created at a time, which is then taken. */
  async function freeDoc(tx: Transaction, createdAt: number, known: Map<number, Set<number>>): Promise<number> {
    const own = docAt(createdAt)
    // Imports may create more documents in a second than fit; then an earlier one is used.
    for (let first = freeBefore.get(own) ?? own; ; first -= DOCS_PER_SECOND) {
      const taken = known.get(first) ?? (await takenIn(tx, [first])).get(first) ?? new Set<number>()
      known.set(first, taken)
      if (first !== own) freeBefore.set(own, first)
      for (let doc = first; doc < first + DOCS_PER_SECOND; doc += 1) {
        if (taken.has(doc)) continue
        taken.add(doc)
        return doc
      }
    }
  }

  /** Writes the difference between what is indexed of an entity and what should be. */
  async function write(
    tx: Transaction,
    about: {
      kind: Kind
      before: DocumentRow | undefined
      source: Source | undefined
      isForced: boolean
      changes: Changes
    },
  ): Promise<void> {
    const { kind, before, source, isForced, changes } = about
    const { counts, docs, postings, taken } = changes
    const repository = indexRepository(tx.connection)
    const isShown = source !== undefined && source.version !== GONE
    const words = isShown ? await wordsOf(source) : null
    // A post gets another creation time when it is published.
    const stays = before !== undefined && isShown && isOfTime(Number(before.doc), source.createdAt)
    const isSame =
      stays &&
      words !== null &&
      before.tokens === words.tokens &&
      before.pairs === words.pairs &&
      before.filters === words.filters
    const indexed = before && (isForced || !isSame) ? termsOf(kind, before) : new Map<number, Term>()
    // Earlier versions indexed fewer terms.
    const stored = before && (await repository.termsAmong(Number(before.doc), [...indexed.keys()]))
    const had = new Map([...indexed].filter(([id]) => stored?.has(id)))
    if (isSame && had.size === indexed.size) {
      if (Number(before.version) !== source.version) {
        await repository.updateDoc(Number(before.doc), { ...words, version: source.version })
      }
      return
    }
    const has = words ? termsOf(kind, words) : new Map<number, Term>()
    const count = (terms: Map<number, Term>, difference: number) => {
      for (const [id, term] of terms) {
        const change = counts.get(id) ?? { term, difference: 0 }
        change.difference += difference
        counts.set(id, change)
      }
    }
    if (before) {
      const lost = new Map([...had].filter(([id]) => !stays || !has.has(id)))
      await repository.deletePostings(Number(before.doc), [...lost.keys()])
      if (!stays) await repository.deleteDoc(Number(before.doc))
      count(lost, -1)
    }
    if (!isShown || words === null) return
    const doc = stays ? Number(before.doc) : await freeDoc(tx, source.createdAt, taken)
    const gained = new Map([...has].filter(([id]) => !stays || !had.has(id)))
    if (stays) await repository.updateDoc(doc, { ...words, version: source.version })
    else docs.push({ doc, kind, entity_id: source.id, version: source.version, ...words })
    for (const term of gained.keys()) postings.push({ term, doc })
    count(gained, 1)
  }

  /** Indexes the present state of some entities of a kind. */
  async function index(tx: Transaction, { kind, ids, isErased = false, isForced = false }: Indexed): Promise<void> {
    const uniqueIds = [...new Set(ids)]
    const repository = indexRepository(tx.connection)
    // Before the entities are read: what changes them later is indexed later.
    const rows = await repository.lockDocs(kind, uniqueIds, database.dialect)
    const found = isErased ? [] : await sourceRepository(tx.connection).ofKind(kind, uniqueIds)
    const sources = new Map(found.map((one) => [one.id, one]))
    const before = new Map(rows.map((row) => [row.entity_id, row]))
    const added = found.filter(({ id, version }) => version !== GONE && !before.has(id))
    const taken = await takenIn(tx, [...new Set(added.map(({ createdAt }) => docAt(createdAt)))])
    const changes: Changes = { counts: new Map(), docs: [], postings: [], taken }
    for (const id of uniqueIds) {
      await write(tx, { kind, before: before.get(id), source: sources.get(id), isForced, changes })
    }
    await repository.insertDocs(changes.docs)
    await repository.insertPostings(changes.postings)
    const counted = [...changes.counts.values()]
    await repository.countTerms(counted)
    await repository.deleteUnusedTerms(counted.flatMap(({ term, difference }) => (difference < 0 ? [term.id] : [])))
  }

  return {
    /** Indexes some entities as they are in a transaction. */
    index,
    /** Indexes some entities, a few per transaction. `isAlone`: nobody else writes. */
    async indexAll(
      kind: Kind,
      ids: readonly string[],
      {
        tx,
        isForced,
        isAlone = false,
      }: { tx?: Transaction | undefined; isAlone?: boolean } & Pick<Indexed, 'isForced'> = {},
    ): Promise<void> {
      const atOnce = isAlone ? INDEXED_ALONE : INDEXED_AT_ONCE
      for (let start = 0; start < ids.length; start += atOnce) {
        const some = ids.slice(start, start + atOnce)
        const work = (one: Transaction) =>
          index(one, { kind, ids: some, isForced }).catch((error: unknown) => {
            // Another server has indexed one of them at the same time, or used its number.
            throw database.dialect.isUniqueViolation(error) ? new StaleReadError() : error
          })
        await database.transaction(work, tx)
        await turn()
      }
    },
  }
}

interface Change {
  term: Term
  difference: number
}

/** What some entities change, and is written at once. */
interface Changes {
  counts: Map<number, Change>
  docs: DocumentRow[]
  postings: Posting[]
  /** Numbers that are taken, by the first one of their second. */
  taken: Map<number, Set<number>>
}

const isOfTime = (doc: number, createdAt: number) => {
  const first = docAt(createdAt)
  // An earlier second may have been used.
  return doc < first + DOCS_PER_SECOND && doc > first - 10 * DOCS_PER_SECOND
}

async function wordsOf({ title, text, filters }: Source): Promise<DocumentWords> {
  const [ofTitle, ofText] = [await tokensIn(title), await tokensIn(text)]
  const pairs = (tokens: readonly Token[]) => {
    const terms = tokens.flatMap((one) => (isUnit(one) ? [] : [one.term]))
    // Whether a pair occurs once or more often tells if it is a main word.
    return [...new Set(terms), ...mainWords([], terms)]
  }
  return {
    tokens: `${unitsText(ofTitle)}${TITLE_END}${unitsText(ofText)}`,
    pairs: `${pairs(ofTitle).join(' ')}${TITLE_END}${pairs(ofText).join(' ')}`,
    filters: filters.join(' '),
  }
}

/** The tokens of a text. Long ones are read in parts, so that others get their turn. */
async function tokensIn(text: string): Promise<Token[]> {
  const tokens: Token[] = []
  for (const part of tokenParts(text)) {
    tokens.push(...part)
    if (tokens.length >= TOKENS_MAX) break
    if (tokens.length > 1000) await turn()
  }
  return tokens
}
