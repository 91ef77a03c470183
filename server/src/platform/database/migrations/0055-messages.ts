import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Direct messages, the settings for them, and copies of those that were reported. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'conversation_sides', (table) => {
    table.specificType('conversation_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.specificType('other_id', id).notNullable()
    /** `inbox` or `requests`. */
    table.specificType('box', key(10)).notNullable()
    /** Time of the newest message; 0: nothing is left for this side. */
    table.bigInteger('active_at').notNullable()
    table.bigInteger('read_until').notNullable().defaultTo(0)
    /** Earlier messages never count as unread. */
    table.bigInteger('counted_from').notNullable().defaultTo(0)
    /** This side has deleted earlier messages. */
    table.bigInteger('cleared_until').notNullable().defaultTo(0)
    /** 1: may have unread messages. */
    table.integer('is_unread').notNullable().defaultTo(0)
    /** 1: a mail has told of unread messages. */
    table.integer('is_mailed').notNullable().defaultTo(0)
    table.primary(['conversation_id', 'user_id'])
    table.unique(['user_id', 'other_id'], { indexName: 'conversation_sides_pair' })
    table.index(['user_id', 'box', 'active_at', 'conversation_id'], 'conversation_sides_list')
    table.index(['user_id', 'is_unread', 'box'], 'conversation_sides_unread')
    table.index(['other_id'], 'conversation_sides_other')
  })
  await createTable(connection, 'messages', (table) => {
    table.specificType('id', id).primary()
    table.specificType('conversation_id', id).notNullable()
    table.specificType('sender_id', id).notNullable()
    table.specificType('recipient_id', id).notNullable()
    table.specificType('text', longText).notNullable()
    /** 1: its links wait until the recipient answers. */
    table.integer('is_held').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.index(['conversation_id', 'id'], 'messages_conversation')
    table.index(['sender_id', 'id'], 'messages_sender')
    table.index(['recipient_id', 'id'], 'messages_recipient')
  })
  await createTable(connection, 'message_deletions', (table) => {
    table.specificType('message_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.primary(['message_id', 'user_id'])
    table.index(['user_id', 'message_id'], 'message_deletions_user')
  })
  await createTable(connection, 'message_settings', (table) => {
    table.specificType('user_id', id).primary()
    table.specificType('audience', key(10)).notNullable()
    table.integer('shows_seen').notNullable()
  })
  await createTable(connection, 'report_messages', (table) => {
    table.specificType('item_id', id).notNullable()
    table.specificType('message_id', id).notNullable()
    table.specificType('sender_id', id).notNullable()
    table.specificType('text', longText).notNullable()
    table.bigInteger('sent_at').notNullable()
    table.primary(['item_id', 'message_id'])
    table.index(['sender_id'], 'report_messages_sender')
  })
}
