import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Of whom events are counted, so that all counts of one account can be found and reset. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('event_counts', 'subject_hash')) return
  const { key } = columnTypes(connection)
  await connection.schema.alterTable('event_counts', (table) => {
    /** Hash of a policy and of the account, the same for all places; empty where nobody asks for it. */
    table.specificType('subject_hash', key(64)).notNullable().defaultTo('').index('event_counts_subject')
  })
}
