import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Marks bans that are only time-outs, and allows longer reasons for hiding. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  // SQLite doesn't limit the length of text.
  if (connection.client.config.client === 'mysql2') {
    for (const table of ['posts', 'comments']) {
      await connection.raw(`alter table ${table} modify hidden_reason varchar(500) not null default ''`)
    }
  }
  if (await connection.schema.hasColumn('bans', 'kind')) return
  await connection.schema.alterTable('bans', (table) => {
    /** `ban` or `timeout`. */
    table.specificType('kind', key(10)).notNullable().defaultTo('ban')
  })
}
