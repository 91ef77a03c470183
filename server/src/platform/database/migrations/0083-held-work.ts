import type { Knex } from 'knex'
import { createTable } from './column-types.ts'

/** After a restore nothing leaves the installation until the operator lets it. */
export async function up(connection: Knex): Promise<void> {
  await createTable(connection, 'held_work', (table) => {
    table.bigInteger('since').primary()
  })
}
