import type { Knex } from 'knex'
import { columnTypes, fillLater, hasIndex } from './column-types.ts'

const COLUMNS = ['name_look', 'slug_look', 'title_look']

/** Looks of token name, slug and title, so that no other community can have a confusable one. A job fills them. */
export async function up(connection: Knex): Promise<void> {
  const { exact } = columnTypes(connection)
  for (const column of COLUMNS) {
    if (!(await connection.schema.hasColumn('communities', column))) {
      await connection.schema.alterTable('communities', (table) => {
        table.specificType(column, exact(80)).notNullable().defaultTo('')
      })
    }
    const index = `communities_${column}`
    if (await hasIndex(connection, { table: 'communities', index })) continue
    await connection.schema.alterTable('communities', (table) => table.index([column], index))
  }
  await fillLater(connection, { migration: 38, table: 'communities', columns: COLUMNS })
}
