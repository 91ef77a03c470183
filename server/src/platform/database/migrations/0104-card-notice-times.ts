import type { Knex } from 'knex'

/** When the card provider's notice was made that a purchase has its status of, since notices come in any order. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('card_purchases', 'noticed_at')) return
  await connection.schema.alterTable('card_purchases', (table) => {
    /** By the provider's clock. 0: it isn't known. */
    table.bigInteger('noticed_at').notNullable().defaultTo(0)
  })
}
