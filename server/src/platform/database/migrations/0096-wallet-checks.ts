import type { Knex } from 'knex'

/** What the chain says of the paying wallet, if it is more than is known here, and the smallest withdrawal of a token. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('chain_wallets', 'found')))
    await connection.schema.alterTable('chain_wallets', (table) => {
      /** How many transactions the chain has of it. Null: no more than are known here. */
      table.bigInteger('found')
    })
  if (!(await connection.schema.hasColumn('chain_tokens', 'minimum')))
    await connection.schema.alterTable('chain_tokens', (table) => {
      /** In units of the ledger. */
      table.bigInteger('minimum').notNullable().defaultTo(0)
    })
}
