import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Who brought somebody, kept with the link that they asked for: it may be opened in another browser. */
export async function up(connection: Knex): Promise<void> {
  const { text } = columnTypes(connection)
  const add = async (column: string, length: number) => {
    if (await connection.schema.hasColumn('email_proofs', column)) return
    await connection.schema.alterTable('email_proofs', (table) => table.specificType(column, text(length)).nullable())
  }
  await add('ref_by', 100)
  await add('ref_from', 300)
}
