import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** What waits for cashiers, and the smallest cash-out of each community. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'cashier_requests', (table) => {
    table.specificType('id', id).primary()
    table.specificType('community_id', id).notNullable()
    /** `cashOut`, `tip` or `transfer`. */
    table.specificType('kind', key(10)).notNullable()
    table.specificType('user_id', id).notNullable()
    table.bigInteger('amount').notNullable()
    /** Who gets a payment; empty for cash-outs. */
    table.specificType('receiver_id', id).notNullable()
    /** Id of the tipped post or comment. */
    table.specificType('reference', id).notNullable()
    table.specificType('details', text(500)).notNullable()
    /** `waiting`, `claimed`, `paid`, `refused` or `cancelled`. */
    table.specificType('status', key(10)).notNullable()
    table.boolean('needs_two').notNullable()
    /** The transfer that holds the amount. */
    table.specificType('hold_id', id).notNullable()
    table.specificType('claimed_by', id).notNullable()
    /** When it was first claimed. 0: it wasn't. */
    table.bigInteger('claimed_at').notNullable()
    /** Until when nobody else may claim it. */
    table.bigInteger('claim_until').notNullable()
    table.specificType('approved_by', id).notNullable()
    table.specificType('decided_by', id).notNullable()
    table.bigInteger('decided_at').notNullable()
    table.specificType('reason', text(500)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['hold_id'], { indexName: 'cashier_requests_hold' })
    table.index(['community_id', 'status', 'id'], 'cashier_requests_queue')
    table.index(['user_id', 'community_id', 'id'], 'cashier_requests_user')
  })
  await createTable(connection, 'cashier_settings', (table) => {
    table.specificType('community_id', id).primary()
    table.bigInteger('minimum').notNullable()
  })
}
