import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Withdrawals to a chain, each written down before anything is sent, and the numbers of the wallet's transactions. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'chain_withdrawals', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.bigInteger('chain_id').notNullable()
    table.specificType('contract', key(42)).notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.specificType('address', key(42)).notNullable()
    /** In the contract's own units. */
    table.specificType('amount', key(80)).notNullable()
    /** In units of the ledger. */
    table.bigInteger('units').notNullable()
    /** What moved the money to the holds account. */
    table.specificType('transfer_id', id).notNullable().unique('chain_withdrawals_transfer')
    table.specificType('state', key(16)).notNullable()
    /** Number of the wallet's transaction; null: not signed yet. */
    table.bigInteger('nonce')
    table.specificType('tx_hash', key(66)).notNullable()
    /** The signed transaction, for an operator who sends the very same again. */
    table.specificType('signed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('changed_at').notNullable()
    table.index(['chain_id', 'state', 'id'], 'chain_withdrawals_state')
    table.index(['user_id', 'created_at'], 'chain_withdrawals_owner')
  })
  await createTable(connection, 'chain_wallets', (table) => {
    table.bigInteger('chain_id').notNullable().primary()
    /** The number of the next transaction. */
    table.bigInteger('nonce').notNullable()
  })
}
