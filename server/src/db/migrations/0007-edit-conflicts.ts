import type { Knex } from 'knex'

/** Counts the edits of a post, so that an edit can say which version it is based on. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('posts', 'revision')) return
  await connection.schema.alterTable('posts', (table) => {
    table.integer('revision').notNullable().defaultTo(0)
  })
}
