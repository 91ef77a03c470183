import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Accounts and other tables about one person. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'users', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('username', text(20)).notNullable()
    table.specificType('username_key', exact(20)).notNullable().unique('users_username')
    table.specificType('display_name', text(60)).notNullable().defaultTo('')
    table.specificType('slug', exact(80)).notNullable().unique('users_slug')
    table.specificType('email', text(254)).nullable()
    table.specificType('email_key', exact(254)).nullable().unique('users_email')
    table.specificType('password_hash', text(255)).nullable()
    table.specificType('profile_name', text(60)).notNullable().defaultTo('')
    table.specificType('profile_title', text(120)).notNullable().defaultTo('')
    table.specificType('profile_about', longText).nullable()
    table.specificType('profile_image_url', text(500)).notNullable().defaultTo('')
    table.specificType('ref_by', text(100)).nullable()
    table.specificType('ref_from', text(300)).nullable()
    table.boolean('is_network_admin').notNullable().defaultTo(false)
    table.boolean('is_domain_admin').notNullable().defaultTo(false)
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('deleted_at').notNullable().defaultTo(0)
    /**
     * Not confirmed yet; several accounts may have given the same one. `email` holds a confirmed address, which is
     * unique.
     */
    table.specificType('pending_email', text(254)).nullable()
    table.specificType('pending_email_key', exact(254)).nullable().index('users_pending_email')
    /** When the username was last changed; 0: never. */
    table.bigInteger('renamed_at').notNullable().defaultTo(0)
    /** JSON of the settings that differ from the defaults. */
    table.specificType('notification_settings', longText).nullable()
    table.bigInteger('visited_at').notNullable().defaultTo(0)
    table.specificType('admin_domain', exact(255)).notNullable().defaultTo('')
    /** The main account this one was merged into; empty: none. */
    table.specificType('forward_to', id).notNullable().defaultTo('').index('users_forward')
    table.specificType('username_look', key(20)).notNullable().defaultTo('').index('users_username_look')
    /** Look of the display name; empty if there is none, or if no username could look like it. */
    table.specificType('shown_look', key(20)).notNullable().defaultTo('').index('users_shown_look')
    /** 1: the username was generated, and its person has neither chosen another one nor been asked to. */
    table.boolean('has_made_up_name').notNullable().defaultTo(false)
    table.integer('followers').notNullable().defaultTo(0)
    table.specificType('pending_session', id).notNullable().defaultTo('')
  })
  await createTable(connection, 'former_names', (table) => {
    /** Hash of a former username or slug in lower case, which stays taken. Hides the names of deleted accounts. */
    table.specificType('name_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('former_names_user')
    /** The name itself; empty once the account is deleted. */
    table.specificType('name', exact(80)).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'community_visits', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('visited_at').notNullable()
    table.primary(['user_id', 'community_id'])
  })
  await createTable(connection, 'account_merges', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    table.specificType('main_id', id).notNullable().index('account_merges_main')
    table.bigInteger('merged_at').notNullable()
  })
  await createTable(connection, 'account_merge_records', (table) => {
    /** The account that was merged into another. */
    table.specificType('user_id', id).notNullable()
    /** `reaction`, `vote` or `community`. */
    table.specificType('kind', key(10)).notNullable()
    /** The post or comment, the poll's post, or the community. */
    table.specificType('entity_id', id).notNullable()
    /** JSON of the former reaction or vote, or of both accounts' membership and permissions. */
    table.specificType('record', longText).notNullable()
    table.primary(['user_id', 'kind', 'entity_id'])
  })
  await createTable(connection, 'account_exports', (table) => {
    /** Hash of the token in the link. */
    table.specificType('token_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable().index('account_exports_expiry')
    table.bigInteger('used_at').notNullable().defaultTo(0)
    table.index(['user_id', 'created_at'], 'account_exports_user')
  })
  await createTable(connection, 'account_deletions', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    /** `keep` or `remove`: what happens to the account's posts and comments. */
    table.specificType('content', key(8)).notNullable()
    /** Address for the confirmation, encrypted; empty once it was sent. */
    table.specificType('sealed', longText).notNullable()
    /** JSON of the counts so far. */
    table.specificType('counts', longText).notNullable()
    table.bigInteger('requested_at').notNullable()
    table.bigInteger('finished_at').notNullable().defaultTo(0).index('account_deletions_open')
  })
}
