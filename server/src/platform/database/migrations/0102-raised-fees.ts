import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Hashes of a transaction before its fee was raised: any of them can be mined, but only one. */
export async function up(connection: Knex): Promise<void> {
  const { longText } = columnTypes(connection)
  for (const name of ['chain_withdrawals', 'chain_sweeps'])
    if (!(await connection.schema.hasColumn(name, 'earlier_hashes')))
      await connection.schema.alterTable(name, (table) => {
        /** Separated by spaces. Null: its fee was never raised. */
        table.specificType('earlier_hashes', longText)
      })
}
