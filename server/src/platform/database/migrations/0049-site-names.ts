import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

const COLUMNS = [
  ['page_name', 320],
  ['page_icon', 2000],
  ['set_name', 320],
  ['set_icon', 2000],
] as const

/** Names and icons of partners' sites: as their pages say, and as the operator sets. */
export async function up(connection: Knex): Promise<void> {
  const { text } = columnTypes(connection)
  for (const [column, length] of COLUMNS) {
    if (await connection.schema.hasColumn('article_origins', column)) continue
    await connection.schema.alterTable('article_origins', (table) => {
      table.specificType(column, text(length)).notNullable().defaultTo('')
    })
  }
}
