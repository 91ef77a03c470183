import type { Knex } from 'knex'
import { columnTypes, createTable, hasIndex } from './column-types.ts'

/** Push messages: the server's keys, the browsers that get them, and what each was told of. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, longText } = columnTypes(connection)
  await createTable(connection, 'push_keys', (table) => {
    /** Always `vapid`. */
    table.specificType('name', key(10)).primary()
    table.specificType('public_key', key(100)).notNullable()
    /** The private key, encrypted. */
    table.specificType('sealed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'push_subscriptions', (table) => {
    table.specificType('id', id).primary()
    table.specificType('user_id', id).notNullable()
    table.specificType('session_id', id).notNullable()
    /** The only community of the domain where it was made; empty: all. */
    table.specificType('community_id', id).notNullable()
    table.specificType('endpoint_hash', key(64)).notNullable()
    /** Endpoint and keys of the browser, encrypted. */
    table.specificType('sealed', longText).notNullable()
    /** Browser and system. */
    table.specificType('name', text(100)).notNullable()
    table.bigInteger('created_at').notNullable()
    /** When the push service last accepted a message; 0: never. */
    table.bigInteger('last_sent_at').notNullable().defaultTo(0)
    /** When the failures since the last success began; 0: none. */
    table.bigInteger('failing_since').notNullable().defaultTo(0)
    table.integer('failures').notNullable().defaultTo(0)
    /** Nothing is sent before this time. */
    table.bigInteger('retry_at').notNullable().defaultTo(0)
    table.unique(['endpoint_hash'], { indexName: 'push_subscriptions_endpoint' })
    table.index(['user_id', 'created_at', 'id'], 'push_subscriptions_user')
    table.index(['session_id'], 'push_subscriptions_session')
  })
  await createTable(connection, 'push_tags', (table) => {
    table.specificType('subscription_id', id).notNullable()
    /** An entry on the device. */
    table.specificType('tag', key(40)).notNullable()
    table.specificType('user_id', id).notNullable()
    /** When the device was last told of it. */
    table.bigInteger('planned_at').notNullable()
    /** When the push service last accepted that; 0: not yet. */
    table.bigInteger('sent_at').notNullable().defaultTo(0)
    table.primary(['subscription_id', 'tag'])
    table.index(['user_id', 'tag'], 'push_tags_user')
    table.index(['tag', 'user_id'], 'push_tags_tag')
    table.index(['planned_at'], 'push_tags_age')
  })
  if (!(await connection.schema.hasColumn('notification_causes', 'to_push'))) {
    await connection.schema.alterTable('notification_causes', (table) => {
      table.boolean('to_push').notNullable().defaultTo(false)
    })
  }
  const pushed = { table: 'notification_causes', index: 'notification_causes_pushed' }
  if (await hasIndex(connection, pushed)) return
  await connection.schema.alterTable(pushed.table, (table) => {
    table.index(['recipient_id', 'to_push', 'created_at', 'cause_id'], pushed.index)
  })
}
