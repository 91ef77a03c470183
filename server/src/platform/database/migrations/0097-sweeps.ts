import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Transactions that move what is at members' deposit addresses to the paying wallet, written down before they are sent. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'chain_sweeps', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.bigInteger('chain_id').notNullable()
    /** `tokens` go from the address to the wallet; `fees`, in the chain's own coin, from the wallet to the address. */
    table.specificType('kind', key(8)).notNullable()
    /** Of the member's deposits. */
    table.specificType('address', key(42)).notNullable()
    /** Empty: the chain's own coin. */
    table.specificType('contract', key(42)).notNullable()
    /** In the contract's own units. */
    table.specificType('amount', key(80)).notNullable()
    table.specificType('state', key(16)).notNullable()
    /** Number of the sender's transaction. */
    table.bigInteger('nonce').notNullable()
    table.specificType('tx_hash', key(66)).notNullable()
    /** The signed transaction, for an operator who sends the very same again. */
    table.specificType('signed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('changed_at').notNullable()
    table.index(['chain_id', 'state', 'id'], 'chain_sweeps_state')
    table.index(['chain_id', 'address', 'id'], 'chain_sweeps_address')
  })
}
