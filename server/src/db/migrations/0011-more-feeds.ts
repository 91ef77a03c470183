import type { Knex } from 'knex'
import { postIndexNames } from './0006-feeds.ts'

/** Orders of a person's posts and of the recommended ones beside the one that they have by themselves, and recommended ones of a topic. */
const WANTED: Record<string, string[]> = {
  feed_publisher_active: ['publisher_id', 'status', 'active_at', 'id'],
  feed_publisher_top: ['publisher_id', 'status', 'age_band', 'score', 'id'],
  feed_publisher_hot: ['publisher_id', 'status', 'age_band', 'hot', 'id'],
  feed_recommended_active: ['status', 'community_id', 'age_band', 'active_at', 'id'],
  feed_recommended_flair: ['status', 'flair_id', 'age_band', 'num_comments', 'id'],
  feed_recommended_flair_active: ['status', 'flair_id', 'age_band', 'active_at', 'id'],
}

/** One index per order, so that each of these feeds is a merge of a few index ranges. */
export async function up(connection: Knex): Promise<void> {
  const existing = await postIndexNames(connection)
  await connection.schema.alterTable('posts', (table) => {
    for (const [name, columns] of Object.entries(WANTED)) if (!existing.has(name)) table.index(columns, name)
  })
}
