import type { Knex } from 'knex'

/** Marks articles created since parameters like `ref` in a page's canonical link count. Older servers leave 0. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('articles', 'is_exact')) return
  await connection.schema.alterTable('articles', (table) => {
    table.integer('is_exact').notNullable().defaultTo(0)
  })
}
