import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** What is checked before publication, what was found, and what moderators' decisions have taught. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'content_rules', (table) => {
    /** Empty: of all communities. */
    table.specificType('community_id', id).primary()
    /** JSON. */
    table.specificType('rules', longText).notNullable()
    table.integer('revision').notNullable()
    /** JSON of the word filter. */
    table.specificType('filter', longText).notNullable()
    table.integer('filter_revision').notNullable()
  })
  await createTable(connection, 'content_findings', (table) => {
    /** A post or comment. */
    table.specificType('entity_id', id).primary()
    table.specificType('community_id', id).notNullable()
    table.integer('held').notNullable()
    table.integer('score').notNullable()
    /** JSON. */
    table.specificType('findings', longText).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'filter_lessons', (table) => {
    /** A post or comment that the filter has learned. */
    table.specificType('entity_id', id).primary()
    table.specificType('label', key(10)).notNullable()
    /** JSON list: to forget exactly these. */
    table.specificType('words', longText).notNullable()
  })
}
