import type { Knex } from 'knex'
import { columnTypes, createTable, hasIndex } from './column-types.ts'

/** Up to when people have read the comments of posts, and an index of each post's comments by time. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  await createTable(connection, 'reading_positions', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('post_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('read_until').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.primary(['user_id', 'post_id'])
    table.index(['updated_at'], 'reading_positions_age')
  })
  await createTable(connection, 'reading_marks', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Empty: all communities. */
    table.specificType('community_id', id).notNullable()
    table.bigInteger('read_until').notNullable()
    table.primary(['user_id', 'community_id'])
  })
  if (await hasIndex(connection, { table: 'comments', index: 'comments_written' })) return
  await connection.schema.alterTable('comments', (table) => {
    table.index(['post_id', 'status', 'created_at', 'id'], 'comments_written')
  })
}
