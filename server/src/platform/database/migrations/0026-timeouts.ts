import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Which bans are only time-outs. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  if (await connection.schema.hasColumn('bans', 'kind')) return
  await connection.schema.alterTable('bans', (table) => {
    /** ban or timeout. */
    table.specificType('kind', key(10)).notNullable().defaultTo('ban')
  })
}
