import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** An index of syndicated stories, which the feeds of other communities show. */
export async function up(connection: Knex): Promise<void> {
  const index = 'posts_syndicated'
  if (await hasIndex(connection, { table: 'posts', index })) return
  await connection.schema.alterTable('posts', (table) => {
    table.index(['community_id', 'is_syndicated', 'status', 'created_at', 'id'], index)
  })
}
