import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Accounts in community tokens, transfers between them, and their entries, which nobody can change. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'ledger_accounts', (table) => {
    table.specificType('id', id).notNullable().primary()
    /** Its token is the currency. */
    table.specificType('community_id', id).notNullable()
    table.specificType('kind', key(16)).notNullable()
    /** The member; empty: the community's own account. */
    table.specificType('owner_id', id).notNullable()
    /** Sum of its entries, in units of 10⁻⁶. */
    table.bigInteger('balance').notNullable()
    /** The lowest balance allowed. */
    table.bigInteger('floor').notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['community_id', 'kind', 'owner_id'], { indexName: 'ledger_accounts_name' })
    table.index(['owner_id', 'id'], 'ledger_accounts_owner')
    table.check('balance >= floor', [], 'ledger_accounts_floor')
  })
  await createTable(connection, 'ledger_transfers', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('reason', key(16)).notNullable()
    /** Whose act it is; empty: an operator. */
    table.specificType('actor_id', id).notNullable()
    /** What it is about, such as a post or comment; empty: nothing else. */
    table.specificType('reference', id).notNullable()
    /** Hash of actor and idempotency key. */
    table.specificType('key_hash', key(64)).notNullable().unique('ledger_transfers_key')
    /** Hash of what the request with the key was about. */
    table.specificType('content_hash', key(64)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['actor_id', 'id'], 'ledger_transfers_actor')
    table.index(['reference', 'reason'], 'ledger_transfers_reference')
  })
  await createTable(connection, 'ledger_entries', (table) => {
    table.specificType('account_id', id).notNullable()
    table.specificType('transfer_id', id).notNullable()
    /** The same as the account's. */
    table.specificType('community_id', id).notNullable()
    /** Negative: it leaves the account. */
    table.bigInteger('amount').notNullable()
    table.primary(['account_id', 'transfer_id'])
    table.index(['transfer_id', 'community_id', 'amount'], 'ledger_entries_transfer')
  })
  await createTable(connection, 'ledger_state', (table) => {
    table.specificType('name', key(16)).notNullable().primary()
    table.bigInteger('since').notNullable()
    /** How many rows differ. */
    table.integer('differences').notNullable()
  })
  for (const table of ['ledger_transfers', 'ledger_entries']) {
    for (const change of ['update', 'delete']) await refuse(connection, { table, change })
  }
}

/** Makes the database refuse a kind of change, whoever tries. */
async function refuse(connection: Knex, { table, change }: { table: string; change: string }): Promise<void> {
  const name = `${table}_no_${change}`
  const message = `${table} is append-only`
  await connection.raw(`drop trigger if exists ${name}`)
  const head = `create trigger ${name} before ${change} on ${table} for each row`
  await connection.raw(
    connection.client.config.client === 'mysql2'
      ? `${head} signal sqlstate '45000' set message_text = '${message}'`
      : `${head} begin select raise(abort, '${message}'); end`,
  )
}
