import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Deposits on a chain: whose addresses they go to, what has been read of the chain, and what arrived. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'chain_keys', (table) => {
    table.specificType('name', key(16)).notNullable().primary()
    /** All deposit addresses follow from it. */
    table.specificType('public_key', key(120)).notNullable()
    table.specificType('sealed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'chain_tokens', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.bigInteger('chain_id').notNullable()
    /** With the checksum in its letters, as all addresses. */
    table.specificType('contract', key(42)).notNullable()
    table.specificType('community_id', id).notNullable().unique('chain_tokens_community')
    table.integer('decimals').notNullable()
    /** What arrived and is too little for a unit of the ledger, in the contract's own units. */
    table.specificType('dust', key(90)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['chain_id', 'contract'], { indexName: 'chain_tokens_contract' })
  })
  await createTable(connection, 'chain_addresses', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    /** Which of the keys that follow from the seed. */
    table.integer('number').notNullable().unique('chain_addresses_number')
    table.specificType('address', key(42)).notNullable().unique('chain_addresses_address')
    table.bigInteger('created_at').notNullable()
    table.unique(['user_id', 'community_id'], { indexName: 'chain_addresses_owner' })
  })
  await createTable(connection, 'chain_cursors', (table) => {
    table.bigInteger('chain_id').notNullable().primary()
    /** Nothing up to this block is read. */
    table.bigInteger('start').notNullable()
    /** The last block that was read. */
    table.bigInteger('number').notNullable()
    table.specificType('hash', key(66)).notNullable()
    /** Counts changes, so that of two readers one is refused. */
    table.bigInteger('version').notNullable()
  })
  await createTable(connection, 'chain_checkpoints', (table) => {
    table.bigInteger('chain_id').notNullable()
    table.bigInteger('number').notNullable()
    table.specificType('hash', key(66)).notNullable()
    table.primary(['chain_id', 'number'])
  })
  await createTable(connection, 'chain_deposits', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.bigInteger('chain_id').notNullable()
    table.specificType('tx_hash', key(66)).notNullable()
    table.integer('log_index').notNullable()
    table.bigInteger('block_number').notNullable()
    table.specificType('block_hash', key(66)).notNullable()
    table.specificType('address', key(42)).notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    /** In the contract's own units. */
    table.specificType('amount', key(80)).notNullable()
    /** In units of the ledger, rounded down. */
    table.bigInteger('units').notNullable()
    /** 1: its block is on the chain; 0: a reorganisation has removed it. */
    table.integer('present').notNullable()
    /** 1: booked in the ledger. */
    table.integer('credited').notNullable()
    /** How often it was booked. */
    table.integer('credits').notNullable()
    /** What its last booking gave the fees account, in units of the ledger. */
    table.bigInteger('fee').notNullable()
    /** What its member has spent of it before it disappeared, in units of the ledger. */
    table.bigInteger('owed').notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['chain_id', 'tx_hash', 'log_index'], { indexName: 'chain_deposits_log' })
    table.index(['chain_id', 'present', 'credited', 'block_number'], 'chain_deposits_due')
    table.index(['chain_id', 'block_number'], 'chain_deposits_block')
    table.index(['user_id', 'community_id', 'id'], 'chain_deposits_owner')
    table.index(['owed', 'user_id'], 'chain_deposits_owed')
  })
}
