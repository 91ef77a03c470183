import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

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
  })
  await createTable(connection, 'sessions', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    /** Hash of the refresh token that is good now, and of the one before it. */
    table.specificType('token_hash', key(64)).notNullable().unique('sessions_token')
    table.specificType('previous_hash', key(64)).nullable().unique('sessions_previous')
    /** Empty for the forum, else the only origin this session is good for. */
    table.specificType('site', exact(300)).notNullable().defaultTo('')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('rotated_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('ended_at').notNullable().defaultTo(0)
    table.index(['user_id', 'ended_at'], 'sessions_user')
    table.index(['expires_at'], 'sessions_expiry')
  })
  await createTable(connection, 'embed_codes', (table) => {
    table.specificType('code_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    table.specificType('origin', exact(300)).notNullable()
    table.specificType('code_challenge', key(64)).notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('used_at').notNullable().defaultTo(0)
  })
  await createTable(connection, 'idempotency_keys', (table) => {
    /** Hash of actor, call and key. */
    table.specificType('key_hash', key(64)).notNullable().primary()
    table.specificType('body_hash', key(64)).notNullable()
    table.specificType('answer', longText).notNullable()
    table.bigInteger('created_at').notNullable().index('idempotency_keys_age')
  })
  await createTable(connection, 'used_challenges', (table) => {
    table.specificType('challenge_hash', key(64)).notNullable().primary()
    table.bigInteger('expires_at').notNullable().index('used_challenges_expiry')
  })
  await createTable(connection, 'outbox', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('name', key(40)).notNullable()
    table.specificType('room', key(60)).notNullable()
    table.specificType('payload', longText).notNullable()
    table.bigInteger('created_at').notNullable().index('outbox_age')
    table.bigInteger('delivered_at').notNullable().defaultTo(0)
    table.index(['room', 'id'], 'outbox_room')
    table.index(['delivered_at', 'id'], 'outbox_delivery')
  })
}
