import type { Knex } from 'knex'
import { columnTypes, createTable, hasIndex } from './column-types.ts'

const INDEX = 'posts_promoted'

/** Promotions of posts, and when each post was promoted last and until when it is. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  await createTable(connection, 'promotions', (table) => {
    /** Of the transfer that paid for it. */
    table.specificType('id', id).notNullable().primary()
    table.specificType('post_id', id).notNullable()
    table.bigInteger('promoted_at').notNullable()
    /** Later than `promoted_at` if another one was running. */
    table.bigInteger('starts_at').notNullable()
    table.bigInteger('ends_at').notNullable()
    table.integer('is_reversed').notNullable()
    table.index(['post_id', 'starts_at'], 'promotions_post')
  })
  for (const column of ['promoted_at', 'promoted_until']) {
    if (await connection.schema.hasColumn('posts', column)) continue
    await connection.schema.alterTable('posts', (table) => table.bigInteger(column).notNullable().defaultTo(0))
  }
  if (!(await hasIndex(connection, { table: 'posts', index: INDEX })))
    await connection.schema.alterTable('posts', (table) => table.index(['promoted_at', 'id'], INDEX))
}
