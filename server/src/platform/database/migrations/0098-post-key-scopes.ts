import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** The scopes of the API key that schedules a post: it is published later with no more rights than the key has. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('posts', 'key_scopes')) return
  const { key } = columnTypes(connection)
  await connection.schema.alterTable('posts', (table) => {
    /** Separated by spaces. Empty: no key. */
    table.specificType('key_scopes', `${key(60)} not null default ''`)
  })
}
