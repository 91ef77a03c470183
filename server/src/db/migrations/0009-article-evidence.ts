import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** What the names of articles rest on, what is in doubt, and what it takes to undo a merge. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, longText } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('article_aliases', 'is_confirmed'))) {
    await connection.schema.alterTable('article_aliases', (table) => {
      /** 1: the article's own page says so, or an operator. */
      table.integer('is_confirmed').notNullable().defaultTo(0)
    })
  }
  await createTable(connection, 'article_claims', (table) => {
    table.specificType('article_id', id).notNullable()
    table.specificType('alias_hash', key(64)).notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('alias', exact(2000)).notNullable()
    /** Address of the page that was read. */
    table.specificType('url', exact(2000)).notNullable()
    /** refused, unconfirmed, taken or apart. */
    table.specificType('verdict', key(12)).notNullable()
    table.bigInteger('seen_at').notNullable()
    table.primary(['article_id', 'alias_hash'])
    table.index(['community_id', 'seen_at'], 'article_claims_seen')
    table.index(['seen_at'], 'article_claims_old')
  })
  await createTable(connection, 'article_merges', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('into_article_id', id).notNullable()
    /** JSON of the article as it was, with its names and its post's. */
    table.specificType('merged', longText).notNullable()
    table.index(['into_article_id', 'id'], 'article_merges_into')
  })
  await createTable(connection, 'comment_moves', (table) => {
    table.specificType('move_id', id).notNullable()
    table.specificType('comment_id', id).notNullable()
    table.primary(['move_id', 'comment_id'])
  })
  await createTable(connection, 'reaction_moves', (table) => {
    table.specificType('move_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.specificType('name', key(20)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['move_id', 'user_id'])
  })
}
