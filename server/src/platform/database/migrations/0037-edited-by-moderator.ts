import type { Knex } from 'knex'

/** Whether somebody else than the author made the last edit of a published post. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('posts', 'is_edited_by_moderator')) return
  await connection.schema.alterTable('posts', (table) => {
    table.integer('is_edited_by_moderator').notNullable().defaultTo(0)
  })
}
