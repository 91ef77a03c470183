import type { Connection, Database } from '../../../platform/database/database.ts'
import type { DocumentWords, Kind, Term } from './terms.ts'

export interface DocumentRow extends DocumentWords {
  doc: number
  kind: Kind
  entity_id: string
  version: number
}

/** A term of a document. */
export interface Posting {
  term: number
  doc: number
}

/** Numbers of documents within one second. */
export const DOCS_PER_SECOND = 64
/** Rows per statement: SQLite allows 999 values. */
const AT_ONCE = 160
/** Documents per statement: long ones have a megabyte. */
const DOCS_AT_ONCE = 5

function parts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Writes the search index. */
export function indexRepository(connection: Connection) {
  const docs = () => connection<DocumentRow>('search_docs')
  const isMysql = connection.client.config.client === 'mysql2'

  return {
    /** Documents of some entities, locked until the transaction ends. */
    async lockDocs(kind: Kind, ids: string[], { forUpdate }: Database['dialect']): Promise<DocumentRow[]> {
      // In the order of the index of entities: SQLite would read all documents of a kind in order to sort by document.
      return forUpdate(docs().where({ kind }).whereIn('entity_id', ids).orderBy('entity_id'))
    },
    /** Numbers of documents that are taken, of seconds by their first number. */
    async taken(seconds: readonly number[]): Promise<number[]> {
      const numbers: number[] = []
      for (const some of parts(seconds, AT_ONCE)) {
        const query = docs().where((range) => {
          for (const first of some) range.orWhereBetween('doc', [first, first + DOCS_PER_SECOND - 1])
        })
        numbers.push(...(await query.pluck('doc')).map(Number))
      }
      return numbers
    },
    async newestDocs(limit: number): Promise<DocumentRow[]> {
      return docs().orderBy('doc', 'desc').limit(limit)
    },
    /** Which of these terms a document has. */
    async termsAmong(doc: number, terms: readonly number[]): Promise<Set<number>> {
      const found = new Set<number>()
      for (const some of parts(terms, AT_ONCE * 5)) {
        const stored: number[] = await connection('search_postings').whereIn('term', some).where({ doc }).pluck('term')
        for (const term of stored) found.add(Number(term))
      }
      return found
    },
    async insertDocs(rows: readonly DocumentRow[]): Promise<void> {
      for (const some of parts(rows, DOCS_AT_ONCE)) await docs().insert(some)
    },
    async updateDoc(doc: number, change: DocumentWords & Pick<DocumentRow, 'version'>): Promise<void> {
      await docs().where({ doc }).update(change)
    },
    async deleteDoc(doc: number): Promise<void> {
      await docs().where({ doc }).del()
    },
    /** Adds postings, in the order of their table. */
    async insertPostings(postings: readonly Posting[]): Promise<void> {
      const sorted = postings.toSorted((one, other) => one.term - other.term || one.doc - other.doc)
      for (const some of parts(sorted, AT_ONCE * 3)) {
        await connection.raw(
          `insert ${isMysql ? 'ignore' : 'or ignore'} into search_postings (term, doc) values ${some.map(() => '(?,?)').join()}`,
          some.flatMap(({ term, doc }) => [term, doc]),
        )
      }
    },
    async deletePostings(doc: number, terms: readonly number[]): Promise<void> {
      for (const some of parts(terms, AT_ONCE * 5)) {
        await connection('search_postings').whereIn('term', some).where({ doc }).del()
      }
    },
    /** Adds to the numbers of documents of terms, in a fixed order to avoid deadlocks. */
    async countTerms(changes: readonly { term: Term; difference: number }[]): Promise<void> {
      const sorted = changes
        .filter(({ difference }) => difference !== 0)
        .sort((one, other) => one.term.id - other.term.id)
      const onConflict = isMysql
        ? 'on duplicate key update docs = docs + values(docs)'
        : 'on conflict (id) do update set docs = docs + excluded.docs'
      for (const some of parts(sorted, AT_ONCE)) {
        await connection.raw(
          `insert into search_terms (id, space, term, head, length, docs) values ${some.map(() => '(?,?,?,?,?,?)').join()} ${onConflict}`,
          some.flatMap(({ term: { id, space, term }, difference }) => {
            return [id, space, term, [...term][0] ?? '', term.length, difference]
          }),
        )
      }
    },
    /** Forgets terms that no document has any more. */
    async deleteUnusedTerms(terms: readonly number[]): Promise<void> {
      for (const some of parts(terms, AT_ONCE * 5)) {
        await connection('search_terms').whereIn('id', some).where('docs', '<=', 0).del()
      }
    },
    async position(name: string): Promise<string> {
      const row = await connection('search_state').where({ name }).first('position')
      return row?.position ?? ''
    },
    async setPosition(name: string, position: string): Promise<void> {
      await connection('search_state').insert({ name, position }).onConflict('name').merge()
    },
  }
}
