import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Which bans are only time-outs, and longer reasons of what is hidden. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  // SQLite takes texts of any length.
  if (connection.client.config.client === 'mysql2') {
    for (const table of ['posts', 'comments']) {
      await connection.raw(`alter table ${table} modify hidden_reason varchar(500) not null default ''`)
    }
  }
  if (await connection.schema.hasColumn('bans', 'kind')) return
  await connection.schema.alterTable('bans', (table) => {
    /** ban or timeout. */
    table.specificType('kind', key(10)).notNullable().defaultTo('ban')
  })
}
