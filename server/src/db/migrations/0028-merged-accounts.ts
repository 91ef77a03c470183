import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Accounts that their owner has merged into another one. */
export async function up(connection: Knex): Promise<void> {
  const { id, longText } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('users', 'forward_to'))) {
    await connection.schema.alterTable('users', (table) =>
      /** The account that this one is a part of; empty: it is one of its own. */
      table.specificType('forward_to', id).notNullable().defaultTo('').index('users_forward'),
    )
  }
  await createTable(connection, 'account_merges', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    table.specificType('main_id', id).notNullable().index('account_merges_main')
    table.bigInteger('merged_at').notNullable()
    /** JSON of what has moved and what has given way: what undoing returns. */
    table.specificType('notes', longText).notNullable()
  })
}
