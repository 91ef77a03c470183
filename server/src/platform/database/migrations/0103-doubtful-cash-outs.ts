import type { Knex } from 'knex'

/** Cash-outs of a restored copy that the original may have paid. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('cashier_requests', 'maybe_paid')) return
  await connection.schema.alterTable('cashier_requests', (table) => {
    /** 1: it was open when the copy was made. */
    table.integer('maybe_paid').notNullable().defaultTo(0)
  })
}
