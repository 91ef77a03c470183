import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Checks before publication: their rules, their findings, and lessons from moderators' decisions. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'content_rules', (table) => {
    /** Empty: the rules of all communities. */
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
    /** A post or comment the filter has learned from. */
    table.specificType('entity_id', id).primary()
    table.specificType('label', key(10)).notNullable()
    /** JSON list of the words learned, so that exactly these can be forgotten. */
    table.specificType('words', longText).notNullable()
  })
}
