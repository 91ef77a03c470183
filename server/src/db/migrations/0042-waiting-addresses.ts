import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** In which session an address was given that waits to be confirmed: whoever is thrown out of it is to gain nothing by it. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  if (await connection.schema.hasColumn('users', 'pending_session')) return
  await connection.schema.alterTable('users', (table) =>
    table.specificType('pending_session', id).notNullable().defaultTo(''),
  )
}
