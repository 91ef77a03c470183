import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/**
 * Posting settings of communities: polls as their own post type, rules shown to writers, slow mode and merged topics.
 * Also the communities they feature.
 */
export async function up(connection: Knex): Promise<void> {
  if (!(await connection.schema.hasColumn('communities', 'show_rules'))) {
    await connection.schema.alterTable('communities', (table) => {
      table.integer('show_rules').notNullable().defaultTo(1)
    })
  }
  if (!(await connection.schema.hasColumn('communities', 'slow_mode_seconds'))) {
    await connection.schema.alterTable('communities', (table) => {
      table.integer('slow_mode_seconds').notNullable().defaultTo(0)
    })
  }
  const { exact, id } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('communities', 'featured'))) {
    await connection.schema.alterTable('communities', (table) => {
      /** Token names, separated by commas. */
      table.specificType('featured', exact(500)).notNullable().defaultTo('')
    })
  }
  if (!(await connection.schema.hasColumn('flairs', 'merged_into'))) {
    await connection.schema.alterTable('flairs', (table) => {
      table.specificType('merged_into', id).notNullable().defaultTo('')
    })
  }
  // Polls were allowed wherever members could post.
  await connection('communities')
    .whereNot('post_types', 'like', '%"poll"%')
    .update({ post_types: connection.raw(`replace(post_types, '"community"', '"community","poll"')`) })
}
