import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Addresses of communities that were in force once redirect for ever. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('domains', 'former_prefixes')) return
  const { longText } = columnTypes(connection)
  await connection.schema.alterTable('domains', (table) => {
    /** What addresses of communities have begun with, as JSON; null: always `/bbs`. */
    table.specificType('former_prefixes', longText).nullable()
  })
}
