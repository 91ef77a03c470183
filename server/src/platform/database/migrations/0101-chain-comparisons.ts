import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** Deposits are told apart by what they moved, too; and what the chain lacks of a token. */
export async function up(connection: Knex): Promise<void> {
  const table = 'chain_deposits'
  // The wider index comes first, so that no moment is without one.
  if (!(await hasIndex(connection, { table, index: 'chain_deposits_content' })))
    await connection.schema.alterTable(table, (deposits) => {
      deposits.unique(['chain_id', 'tx_hash', 'log_index', 'address', 'community_id', 'amount'], {
        indexName: 'chain_deposits_content',
      })
    })
  if (await hasIndex(connection, { table, index: 'chain_deposits_log' }))
    await connection.schema.alterTable(table, (deposits) => {
      deposits.dropUnique([], 'chain_deposits_log')
    })
  for (const column of ['missing', 'missing_since', 'accepted'])
    if (!(await connection.schema.hasColumn('chain_tokens', column)))
      await connection.schema.alterTable('chain_tokens', (tokens) => {
        /** `missing` and `accepted` in units of the ledger. */
        tokens.bigInteger(column).notNullable().defaultTo(0)
      })
}
