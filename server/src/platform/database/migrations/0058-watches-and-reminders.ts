import type { Knex } from 'knex'
import { columnTypes, createTable, hasIndex } from './column-types.ts'

/** Follows in the order of their lists. */
const INDEXES = {
  follows_made: ['follower_id', 'created_at', 'followed_id'],
  follows_gained: ['followed_id', 'created_at', 'follower_id'],
}

/** Posts whose new comments people are told of, reminders of saved items, and indexes for lists of follows. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'watches', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('entity_id', id).notNullable()
    /** Always `Post`. */
    table.specificType('entity_type', key(10)).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('watched_at').notNullable()
    table.primary(['user_id', 'entity_id'])
    table.index(['user_id', 'watched_at', 'entity_id'], 'watches_list')
    table.index(['entity_id', 'user_id'], 'watches_entity')
  })
  if (!(await connection.schema.hasColumn('saves', 'remind_at'))) {
    await connection.schema.alterTable('saves', (table) => {
      table.bigInteger('remind_at').notNullable().defaultTo(0)
    })
  }
  for (const [index, columns] of Object.entries(INDEXES)) {
    if (await hasIndex(connection, { table: 'follows', index })) continue
    await connection.schema.alterTable('follows', (table) => {
      table.index(columns, index)
    })
  }
}
