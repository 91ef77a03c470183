import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Members' own addresses at which their purchases by card arrive. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'chain_card_addresses', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable().unique('chain_card_addresses_user')
    /** Which of the keys of their branch. */
    table.integer('number').notNullable().unique('chain_card_addresses_number')
    table.specificType('address', key(42)).notNullable().unique('chain_card_addresses_address')
    table.bigInteger('created_at').notNullable()
  })
}
