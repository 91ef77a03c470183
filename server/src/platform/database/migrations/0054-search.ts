import type { Knex } from 'knex'
import { changeLater, columnTypes, createTable } from './column-types.ts'

/** The search index: documents, their terms, and which document has which term. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, longText } = columnTypes(connection)
  const isMysql = connection.client.config.client === 'mysql2'
  const words = isMysql ? `${longText} character set utf8mb4 collate utf8mb4_bin` : longText
  await createTable(connection, 'search_docs', (table) => {
    /** Seconds of the creation time × 64 + a free number, so that documents sort by time. */
    table.bigInteger('doc').notNullable().primary()
    /** `post`, `comment`, `user` or `community`. */
    table.specificType('kind', key(10)).notNullable()
    table.specificType('entity_id', id).notNullable()
    /** Marks the state of the row that is indexed. */
    table.bigInteger('version').notNullable()
    /** Words of the title and of the text in order, separated by blanks and a line. */
    table.specificType('tokens', words).notNullable()
    /** Pairs of letters in scripts without spaces, likewise. */
    table.specificType('pairs', words).notNullable()
    /** Terms that aren't words, such as the author. */
    table.specificType('filters', words).notNullable()
    table.unique(['kind', 'entity_id'], { indexName: 'search_docs_entity' })
    table.index(['kind', 'doc'], 'search_docs_kind')
  })
  await createTable(connection, 'search_terms', (table) => {
    /** Hash of space and term. */
    table.bigInteger('id').notNullable().primary()
    /** Which kind of documents have the term, and where. */
    table.specificType('space', key(2)).notNullable()
    table.specificType('term', exact(84)).notNullable()
    /** First character and number of characters, for finding words that are spelled alike. */
    table.specificType('head', exact(2)).notNullable()
    table.integer('length').notNullable()
    /** Number of documents, also of those that aren't public. */
    table.integer('docs').notNullable().defaultTo(0)
    table.unique(['space', 'term'], { indexName: 'search_terms_term' })
    table.index(['space', 'head', 'length', 'docs'], 'search_terms_alike')
  })
  // On SQLite without row ids, so that a row is one entry of its primary key.
  if (!isMysql) {
    await connection.raw(
      'create table if not exists search_postings (term bigint not null, doc bigint not null, primary key (term, doc)) without rowid',
    )
  }
  await createTable(connection, 'search_postings', (table) => {
    table.bigInteger('term').notNullable()
    table.bigInteger('doc').notNullable()
    table.primary(['term', 'doc'])
  })
  await createTable(connection, 'search_state', (table) => {
    table.specificType('name', key(20)).notNullable().primary()
    table.specificType('position', key(40)).notNullable()
  })
  await changeLater(connection, { migration: 54, kind: 'index-everything', payload: { kind: 'community', after: '' } })
}
