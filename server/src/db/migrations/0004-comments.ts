import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
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
    /** Published, or a hidden one kept as a placeholder because it has visible replies. */
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
    // A page of a thread is a range of one of these; parent_id is empty for the top level.
    table.index(['post_id', 'parent_id', 'is_listed', 'score', 'created_at', 'id'], 'comments_top')
    table.index(['post_id', 'parent_id', 'is_listed', 'created_at', 'id'], 'comments_time')
    table.index(['post_id', 'parent_id', 'is_listed', 'active_at', 'id'], 'comments_active')
    table.index(['publisher_id', 'status', 'created_at', 'id'], 'comments_publisher')
    // What the author of a hidden or pending comment sees of it under its post.
    table.index(['post_id', 'publisher_id', 'is_listed', 'created_at'], 'comments_own')
    table.index(['community_id', 'status', 'created_at', 'id'], 'comments_queue')
  })
  await createTable(connection, 'comment_revisions', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('comment_id', id).notNullable()
    table.specificType('content', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['comment_id', 'id'], 'comment_revisions_comment')
  })
  await createTable(connection, 'reactions', (table) => {
    /** Post or Comment. */
    table.specificType('entity_type', key(8)).notNullable()
    table.specificType('entity_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.specificType('name', key(12)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['entity_id', 'user_id'])
    table.index(['user_id', 'created_at'], 'reactions_user')
  })
  await createTable(connection, 'articles', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('url', exact(2000)).notNullable()
    table.specificType('title', text(800)).notNullable().defaultTo('')
    /** JSON of the image, or null. */
    table.specificType('image', longText).nullable()
    table.specificType('post_id', id).notNullable().defaultTo('')
    table.bigInteger('created_at').notNullable()
    table.index(['post_id'], 'articles_post')
  })
  await createTable(connection, 'article_aliases', (table) => {
    table.specificType('community_id', id).notNullable()
    /** Hash of the article's own id or canonical address. */
    table.specificType('alias_hash', key(64)).notNullable()
    table.specificType('alias', exact(2000)).notNullable()
    table.specificType('article_id', id).notNullable()
    table.primary(['community_id', 'alias_hash'])
    table.index(['article_id'], 'article_aliases_article')
  })
  await createTable(connection, 'article_origins', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('origin', exact(300)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['community_id', 'origin'])
    table.index(['origin', 'community_id'], 'article_origins_origin')
  })
}
