import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Banners and accent colors of communities. */
export async function up(connection: Knex): Promise<void> {
  const { key, text } = columnTypes(connection)
  const columns = [
    ['banner_url', text(500)],
    ['accent', key(7)],
  ] as const
  for (const [column, type] of columns) {
    if (await connection.schema.hasColumn('communities', column)) continue
    await connection.schema.alterTable('communities', (table) => {
      table.specificType(column, type).notNullable().defaultTo('')
    })
  }
}
