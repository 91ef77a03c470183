import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Subjects of event counts, so that all counts of an account can be found and reset. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('event_counts', 'subject_hash')) return
  const { key } = columnTypes(connection)
  await connection.schema.alterTable('event_counts', (table) => {
    /** Hash of a policy and the account, without the place; empty if it is never looked up. */
    table.specificType('subject_hash', key(64)).notNullable().defaultTo('').index('event_counts_subject')
  })
}
