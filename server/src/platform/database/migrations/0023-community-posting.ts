import type { Knex } from 'knex'

/** What communities take: polls as a kind of posts of their own, rules shown to writers, and slow mode. */
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
  // Polls were taken everywhere, like posts of members.
  await connection('communities')
    .whereNot('post_types', 'like', '%"poll"%')
    .update({ post_types: connection.raw(`replace(post_types, '"community"', '"community","poll"')`) })
}
