import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

export async function up(connection: Knex): Promise<void> {
  const { id, text, longText } = columnTypes(connection)
  await createTable(connection, 'comments', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('post_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    /** The top-level comment above a reply; empty for a top-level comment. */
    table.specificType('parent_id', id).notNullable().defaultTo('')
    table.specificType('reply_to_id', id).notNullable().defaultTo('')
    /** Empty for an anonymous comment. */
    table.specificType('publisher_id', id).notNullable().defaultTo('')
    table.specificType('content', longText).notNullable()
    /** JSON list of mentions. */
    table.specificType('mentions', longText).notNullable()
    table.integer('status').notNullable()
    /** Published, or a hidden comment kept as a placeholder for its visible replies. */
    table.boolean('is_listed').notNullable()
    table.specificType('hidden_reason', text(120)).notNullable().defaultTo('')
    table.specificType('hidden_by', id).notNullable().defaultTo('')
    table.integer('moderation_score').notNullable().defaultTo(0)
    /** Published replies. */
    table.integer('num_replies').notNullable().defaultTo(0)
    table.integer('up_count').notNullable().defaultTo(0)
    table.integer('down_count').notNullable().defaultTo(0)
    /** thumb-up − thumb-down. */
    table.integer('score').notNullable().defaultTo(0)
    table.bigInteger('active_at').notNullable()
    table.bigInteger('edited_at').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.index(['post_id', 'parent_id', 'is_listed', 'active_at', 'id'], 'comments_active')
    table.index(['post_id', 'publisher_id', 'is_listed', 'created_at'], 'comments_own')
    table.index(['publisher_id', 'status', 'created_at', 'id'], 'comments_publisher')
    table.index(['community_id', 'status', 'created_at', 'id'], 'comments_queue')
    table.index(['post_id', 'parent_id', 'is_listed', 'created_at', 'id'], 'comments_time')
    table.index(['post_id', 'parent_id', 'is_listed', 'score', 'created_at', 'id'], 'comments_top')
  })
  await createTable(connection, 'comment_revisions', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('comment_id', id).notNullable()
    table.specificType('content', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['comment_id', 'id'], 'comment_revisions_comment')
  })
  await createTable(connection, 'comment_moves', (table) => {
    table.specificType('move_id', id).notNullable()
    table.specificType('comment_id', id).notNullable()
    table.primary(['move_id', 'comment_id'])
  })
}
