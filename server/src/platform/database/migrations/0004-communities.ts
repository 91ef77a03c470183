import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Communities, their members, and decisions in them. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'communities', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('token_name', exact(40)).notNullable().unique('communities_token')
    table.specificType('title', text(40)).notNullable()
    table.specificType('url_slug', exact(80)).notNullable().unique('communities_slug')
    table.specificType('creator_id', id).notNullable().defaultTo('')
    table.specificType('logo_url', text(500)).notNullable().defaultTo('')
    table.specificType('about', longText).nullable()
    /** JSON list of the allowed post types. */
    table.specificType('post_types', longText).notNullable()
    table.boolean('approve_posts').notNullable().defaultTo(false)
    table.boolean('approve_comments').notNullable().defaultTo(false)
    table.boolean('anonymous_comments').notNullable().defaultTo(true)
    table.integer('publish_status').notNullable().defaultTo(1)
    table.integer('number_of_members').notNullable().defaultTo(0)
    table.integer('total_posts').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.index(['publish_status', 'number_of_members', 'id'], 'communities_list')
  })
  await createTable(connection, 'article_origins', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('origin', exact(300)).notNullable()
    table.bigInteger('created_at').notNullable()
    /** 1: `foo` and `foo.html` are the same page. */
    table.integer('ignores_html').notNullable().defaultTo(0)
    table.primary(['community_id', 'origin'])
    table.index(['origin', 'community_id'], 'article_origins_origin')
  })
  await createTable(connection, 'flairs', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('name', text(30)).notNullable()
    /** Lower case; longer than `name` because some letters become two. */
    table.specificType('name_key', exact(60)).notNullable()
    table.specificType('color', key(10)).notNullable().defaultTo('gray')
    table.integer('position').notNullable().defaultTo(0)
    table.bigInteger('deleted_at').notNullable().defaultTo(0)
    table.unique(['community_id', 'name_key', 'deleted_at'], { indexName: 'flairs_name' })
  })
  await createTable(connection, 'memberships', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.bigInteger('joined_at').notNullable()
    table.primary(['community_id', 'user_id'])
    table.index(['community_id', 'joined_at', 'user_id'], 'memberships_list')
    table.index(['user_id', 'community_id'], 'memberships_user')
  })
  await createTable(connection, 'community_roles', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.boolean('is_owner').notNullable().defaultTo(false)
    table.boolean('is_moderator').notNullable().defaultTo(false)
    /** Partner: may publish stories and sell. */
    table.boolean('can_sell').notNullable().defaultTo(false)
    /** JSON list of permissions. */
    table.specificType('permissions', longText).notNullable()
    table.primary(['community_id', 'user_id'])
    table.index(['community_id', 'can_sell', 'user_id'], 'community_roles_partners')
    table.index(['user_id', 'community_id'], 'community_roles_user')
  })
  await createTable(connection, 'bans', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    /** End of the ban; 0: permanent. */
    table.bigInteger('until').notNullable()
    table.bigInteger('created_at').notNullable()
    table.specificType('reason', text(500)).notNullable().defaultTo('')
    table.specificType('banned_by', id).notNullable().defaultTo('')
    table.specificType('decision_id', id).notNullable().defaultTo('').index('bans_decision')
    table.primary(['community_id', 'user_id'])
    table.index(['community_id', 'created_at', 'user_id'], 'bans_list')
    table.index(['user_id', 'community_id'], 'bans_user')
  })
  await createTable(connection, 'mod_activities', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('actor_id', id).notNullable()
    table.specificType('action', key(30)).notNullable()
    /** Empty if it isn't about a person with an account. */
    table.specificType('person_id', id).notNullable().defaultTo('')
    table.specificType('post_id', id).notNullable().defaultTo('')
    table.specificType('comment_id', id).notNullable().defaultTo('')
    table.specificType('reason', text(500)).notNullable().defaultTo('')
    /** JSON: the end of a ban, or permissions granted and revoked. */
    table.specificType('details', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['community_id', 'id'], 'mod_activities_list')
    table.index(['person_id', 'id'], 'mod_activities_person')
  })
  await createTable(connection, 'content_hides', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    /** `hiding`, `hidden` or `restoring`. The row is deleted once everything is restored. */
    table.specificType('state', key(10)).notNullable()
    table.specificType('reason', text(120)).notNullable().defaultTo('')
    table.bigInteger('decided_at').notNullable()
    table.specificType('decision_id', id).notNullable().defaultTo('').index('content_hides_decision')
    /** When it ends by itself; 0: never. */
    table.bigInteger('ends_at').notNullable().defaultTo(0).index('content_hides_end')
    table.index(['state', 'decided_at'], 'content_hides_due')
    table.unique(['community_id', 'user_id'], { indexName: 'content_hides_person' })
  })
  await createTable(connection, 'hidden_contents', (table) => {
    table.specificType('hide_id', id).notNullable()
    table.specificType('entity_id', id).notNullable()
    /** `Post` or `Comment`. */
    table.specificType('entity_type', key(8)).notNullable()
    table.integer('former_status').notNullable()
    table.primary(['hide_id', 'entity_id'])
  })
  await createTable(connection, 'follows', (table) => {
    table.specificType('follower_id', id).notNullable()
    table.specificType('followed_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['follower_id', 'followed_id'])
    table.index(['followed_id', 'follower_id'], 'follows_followers')
  })
}
