import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'posts', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('kind', key(10)).notNullable()
    table.integer('status').notNullable()
    table.specificType('title', text(800)).notNullable()
    table.specificType('slug', exact(80)).notNullable()
    /** Empty for a partner's article that no member has claimed. */
    table.specificType('publisher_id', id).notNullable()
    table.boolean('is_whitelisted').notNullable().defaultTo(false)
    table.specificType('content', longText).notNullable()
    table.specificType('excerpt', text(400)).notNullable().defaultTo('')
    /** JSON of the image, or null. */
    table.specificType('hero_image', longText).nullable()
    table.specificType('flair_id', id).notNullable().defaultTo('')
    table.specificType('parent_post_id', id).notNullable().defaultTo('')
    table.specificType('article_id', id).notNullable().defaultTo('')
    table.boolean('is_pinned').notNullable().defaultTo(false)
    table.bigInteger('pinned_at').notNullable().defaultTo(0)
    table.boolean('is_syndicated').notNullable().defaultTo(false)
    table.integer('moderation_score').notNullable().defaultTo(0)
    table.integer('num_comments').notNullable().defaultTo(0)
    table.integer('up_count').notNullable().defaultTo(0)
    table.integer('down_count').notNullable().defaultTo(0)
    table.integer('total_views').notNullable().defaultTo(0)
    /** thumb-up − thumb-down + 2 × comments. */
    table.integer('score').notNullable().defaultTo(0)
    /** Hot rank × 10^9, so that it is an integer that sorts the same everywhere. */
    table.bigInteger('hot').notNullable().defaultTo(0)
    table.bigInteger('active_at').notNullable()
    table.bigInteger('scheduled_at').notNullable().defaultTo(0)
    table.bigInteger('edited_at').notNullable().defaultTo(0)
    /** When it was published; for a draft, when it was first saved. */
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['community_id', 'slug'], { indexName: 'posts_slug' })
    // One index per order that feeds show, within a community and (stories, community posts, topic) filters on top.
    table.index(['status', 'community_id', 'created_at', 'id'], 'posts_new')
    table.index(['status', 'community_id', 'score', 'created_at', 'id'], 'posts_top')
    table.index(['status', 'community_id', 'hot', 'id'], 'posts_hot')
    table.index(['status', 'community_id', 'active_at', 'id'], 'posts_active')
    table.index(['status', 'community_id', 'kind', 'created_at', 'id'], 'posts_kind')
    table.index(['status', 'community_id', 'flair_id', 'created_at', 'id'], 'posts_flair')
    table.index(['status', 'created_at', 'id'], 'posts_all_new')
    table.index(['publisher_id', 'status', 'created_at', 'id'], 'posts_publisher')
    table.index(['community_id', 'is_pinned', 'pinned_at', 'id'], 'posts_pinned')
    table.index(['status', 'scheduled_at'], 'posts_scheduled')
    table.index(['article_id'], 'posts_article')
  })
  await createTable(connection, 'post_slugs', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('slug', exact(80)).notNullable()
    table.specificType('post_id', id).notNullable()
    table.primary(['community_id', 'slug'])
    table.index(['slug', 'post_id'], 'post_slugs_any')
  })
  await createTable(connection, 'post_revisions', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('post_id', id).notNullable()
    table.specificType('editor_id', id).notNullable()
    table.specificType('title', text(800)).notNullable()
    table.specificType('content', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['post_id', 'id'], 'post_revisions_post')
  })
  await createTable(connection, 'post_views', (table) => {
    table.specificType('post_id', id).notNullable()
    /** Days since the epoch. */
    table.integer('day').notNullable()
    table.specificType('visitor_hash', key(32)).notNullable()
    table.primary(['post_id', 'day', 'visitor_hash'])
    table.index(['day'], 'post_views_day')
  })
  await createTable(connection, 'polls', (table) => {
    table.specificType('post_id', id).notNullable().primary()
    /** JSON list of the options' texts, in order. */
    table.specificType('options', longText).notNullable()
    /** always, afterVote or afterClose. */
    table.specificType('results', key(12)).notNullable()
    /** public or anonymous. */
    table.specificType('voters', key(12)).notNullable()
    table.bigInteger('closes_at').notNullable().defaultTo(0)
    table.integer('total_voters').notNullable().defaultTo(0)
  })
  await createTable(connection, 'poll_options', (table) => {
    table.specificType('post_id', id).notNullable()
    table.integer('option_index').notNullable()
    table.integer('vote_count').notNullable().defaultTo(0)
    table.primary(['post_id', 'option_index'])
  })
  await createTable(connection, 'poll_votes', (table) => {
    table.specificType('post_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.integer('option_index').notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['post_id', 'user_id'])
    table.index(['post_id', 'option_index', 'created_at', 'user_id'], 'poll_votes_last')
  })
}
