import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Memberships that ended a short time ago, for people who return at once. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  await createTable(connection, 'former_memberships', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('joined_at').notNullable()
    table.integer('email_notice').notNullable()
    table.bigInteger('left_at').notNullable().index('former_memberships_left')
    table.primary(['user_id', 'community_id'])
  })
}
