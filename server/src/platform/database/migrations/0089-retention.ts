import type { Knex } from 'knex'
import { columnTypes, createTable, hasIndex } from './column-types.ts'

const HIDDEN_BY_AUTHOR = 2

/** How long data is kept, and since when comments are hidden. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'retention_periods', (table) => {
    table.specificType('kind', key(40)).notNullable().primary()
    /** Null: the default. 0: forever. */
    table.integer('days').nullable()
    /** The last run of its job; 0: none. */
    table.bigInteger('ran_at').notNullable().defaultTo(0)
    table.integer('removed').notNullable().defaultTo(0)
    /** Rows after the last run. */
    table.bigInteger('kept').notNullable().defaultTo(0)
  })
  await createTable(connection, 'hidden_comments', (table) => {
    table.specificType('comment_id', id).notNullable().primary()
    table.bigInteger('hidden_at').notNullable()
    table.index(['hidden_at', 'comment_id'], 'hidden_comments_time')
  })
  // The time was not recorded before, so their period begins now.
  await connection.raw(
    "insert into hidden_comments (comment_id, hidden_at) select id, ? from comments where status = ? and content <> '' and id not in (select comment_id from hidden_comments)",
    [Date.now(), HIDDEN_BY_AUTHOR],
  )
  if (!(await hasIndex(connection, { table: 'member_days', index: 'member_days_day' })))
    await connection.schema.alterTable('member_days', (table) => table.index(['day'], 'member_days_day'))
}
