import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** How far a new forum is set up, and the links that make its owner. Existing forums have no such row. */
export async function up(connection: Knex): Promise<void> {
  const { key, text } = columnTypes(connection)
  await createTable(connection, 'setup_state', (table) => {
    table.specificType('name', key(10)).notNullable().primary()
    table.bigInteger('claimed_at').notNullable().defaultTo(0)
    table.bigInteger('finished_at').notNullable().defaultTo(0)
    table.specificType('steps', text(500)).notNullable()
  })
  await createTable(connection, 'setup_links', (table) => {
    table.specificType('token_hash', key(64)).notNullable().primary()
    table.bigInteger('expires_at').notNullable()
  })
}
