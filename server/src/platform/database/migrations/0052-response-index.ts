import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** An index of a person's responses, with everything that their list filters by. */
export async function up(connection: Knex): Promise<void> {
  const index = 'posts_responses'
  if (await hasIndex(connection, { table: 'posts', index })) return
  await connection.schema.alterTable('posts', (table) => {
    table.index(['publisher_id', 'status', 'parent_post_id', 'id', 'community_id'], index)
  })
}
