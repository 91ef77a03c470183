import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Saved posts and comments. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'saves', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('entity_id', id).notNullable()
    /** `Post` or `Comment`. */
    table.specificType('entity_type', key(10)).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('saved_at').notNullable()
    table.primary(['user_id', 'entity_id'])
    table.index(['user_id', 'saved_at', 'entity_id'], 'saves_list')
  })
}
