import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  await createTable(connection, 'sign_in_failures', (table) => {
    /** Hash of the account and the device or address prefix it was tried from. */
    table.specificType('key_hash', key(64)).notNullable().primary()
    table.integer('failures').notNullable()
    table.bigInteger('locked_until').notNullable()
    table.bigInteger('updated_at').notNullable().index('sign_in_failures_age')
  })
}
