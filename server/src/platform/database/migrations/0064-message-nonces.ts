import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** By its nonce a client finds a message whose response was lost. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('messages', 'nonce')) return
  const { text } = columnTypes(connection)
  await connection.schema.alterTable('messages', (table) => {
    /** A random value from its sender's client; empty: none. */
    table.specificType('nonce', text(64)).notNullable().defaultTo('')
  })
}
