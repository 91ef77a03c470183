import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** The language of an account, which its mails are written in. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('users', 'language')) return
  const { key } = columnTypes(connection)
  await connection.schema.alterTable('users', (table) => {
    /** BCP 47 tag; empty: unknown. */
    table.specificType('language', key(35)).notNullable().defaultTo('')
  })
}
