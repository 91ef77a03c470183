import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** What communities are sorted and found by: their title, and when they last got a post. */
export async function up(connection: Knex): Promise<void> {
  const { exact } = columnTypes(connection)
  if (await connection.schema.hasColumn('communities', 'active_at')) return
  await connection.schema.alterTable('communities', (table) => {
    table.specificType('title_key', exact(80)).notNullable().defaultTo('')
    table.bigInteger('active_at').notNullable().defaultTo(0)
    table.index(['publish_status', 'title_key', 'id'], 'communities_titles')
    table.index(['publish_status', 'active_at', 'id'], 'communities_active')
  })
  await connection.raw(`update communities set title_key = lower(title), active_at = coalesce(
    (select max(p.created_at) from posts p where p.community_id = communities.id and p.status = 0), created_at)`)
}
