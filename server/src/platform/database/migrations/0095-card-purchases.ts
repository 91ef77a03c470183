import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Purchases by card, as far as the provider has told of them. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'card_purchases', (table) => {
    table.specificType('id', id).notNullable().primary()
    /** The provider's id. */
    table.specificType('provider_id', key(64)).notNullable().unique('card_purchases_provider')
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('status', key(16)).notNullable()
    /** What arrived, in units of 10⁻⁶. */
    table.bigInteger('amount').notNullable()
    /** What a refund still has to take back. */
    table.bigInteger('owed').notNullable()
    /** Of the ledger; empty: nothing has arrived. */
    table.specificType('transfer_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.index(['user_id', 'community_id', 'id'], 'card_purchases_user')
    table.index(['owed', 'id'], 'card_purchases_owed')
  })
}
