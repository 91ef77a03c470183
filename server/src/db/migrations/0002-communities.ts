import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

export async function up(connection: Knex): Promise<void> {
  const { id, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'communities', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('token_name', exact(40)).notNullable().unique('communities_token')
    table.specificType('title', text(40)).notNullable()
    table.specificType('url_slug', exact(80)).notNullable().unique('communities_slug')
    table.specificType('creator_id', id).notNullable().defaultTo('')
    table.specificType('logo_url', text(500)).notNullable().defaultTo('')
    table.specificType('about', longText).nullable()
    /** JSON list of the post types that may be written here. */
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
  await createTable(connection, 'flairs', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.specificType('name', text(30)).notNullable()
    table.specificType('name_key', exact(30)).notNullable()
    table.integer('position').notNullable().defaultTo(0)
    table.bigInteger('deleted_at').notNullable().defaultTo(0)
    table.unique(['community_id', 'name_key', 'deleted_at'], { indexName: 'flairs_name' })
  })
  await createTable(connection, 'memberships', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.bigInteger('joined_at').notNullable()
    table.primary(['community_id', 'user_id'])
    table.index(['user_id', 'community_id'], 'memberships_user')
    table.index(['community_id', 'joined_at', 'user_id'], 'memberships_list')
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
    table.index(['user_id', 'community_id'], 'community_roles_user')
    table.index(['community_id', 'can_sell', 'user_id'], 'community_roles_partners')
  })
  await createTable(connection, 'bans', (table) => {
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    /** When it ends; 0: never. */
    table.bigInteger('until').notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['community_id', 'user_id'])
    table.index(['user_id', 'community_id'], 'bans_user')
  })
}
