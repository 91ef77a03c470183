import type { Knex } from 'knex'
import { fillLater, hasIndex } from './column-types.ts'

/** Indexes of responses to a post, by a person and in a community, for each status and in the order of their lists. */
const INDEXES = {
  posts_responses_to: ['parent_post_id', 'status', 'id', 'kind'],
  posts_responses_by: ['publisher_id', 'is_response', 'status', 'id', 'community_id', 'kind'],
  posts_responses_in: ['community_id', 'is_response', 'status', 'id', 'kind'],
}

/** Marks responses, so that those of a person or a community can be read in order. */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('posts', 'is_response'))) {
    await connection.schema.alterTable('posts', (table) => {
      table.integer('is_response').notNullable().defaultTo(0)
    })
  }
  for (const [index, columns] of Object.entries(INDEXES)) {
    if (await hasIndex(connection, { table: 'posts', index })) continue
    await connection.schema.alterTable('posts', (table) => {
      table.index(columns, index)
    })
  }
  await fillLater(connection, { migration: 53, table: 'posts', columns: ['is_response'] })
}
