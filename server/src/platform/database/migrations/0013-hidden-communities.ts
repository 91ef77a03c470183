import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Communities that people hide from their feeds. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  await createTable(connection, 'hidden_communities', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['user_id', 'community_id'])
  })
}
