import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** A mark of the server's secret, so that a server with another one notices. One row. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  await createTable(connection, 'secret_mark', (table) => {
    table.specificType('mark', key(64)).notNullable().primary()
  })
}
