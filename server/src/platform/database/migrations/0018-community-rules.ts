import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Rules of communities. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('communities', 'rules')) return
  await connection.schema.alterTable('communities', (table) => {
    table.specificType('rules', columnTypes(connection).longText)
  })
}
