import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** The row that is locked while names of communities are compared, so that nothing else waits for that. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  await createTable(connection, 'community_name_lock', (table) => {
    table.specificType('name', key(10)).notNullable().primary()
  })
}
