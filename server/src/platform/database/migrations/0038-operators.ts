import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/**
 * A mark of the server's secret, so that a server with another one notices (one row), and the changes that operators
 * made to accounts.
 */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'secret_mark', (table) => {
    table.specificType('mark', key(64)).notNullable().primary()
  })
  await createTable(connection, 'operator_actions', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('operator_actions_user')
    table.specificType('action', key(40)).notNullable()
    table.specificType('detail', key(40)).notNullable().defaultTo('')
    table.bigInteger('created_at').notNullable()
  })
}
