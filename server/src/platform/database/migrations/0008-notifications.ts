import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Notifications. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'notifications', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('recipient_id', id).notNullable()
    table.specificType('kind', key(20)).notNullable()
    /** The comment, post or community it is about; empty for followers. */
    table.specificType('target_id', id).notNullable()
    /** The post or community its mails are grouped by; empty for followers. */
    table.specificType('thread_id', id).notNullable()
    /** Empty for followers. */
    table.specificType('community_id', id).notNullable()
    /** Position in the list: an id made when its latest cause was added. */
    table.specificType('latest', id).notNullable().index('notifications_age')
    /** Increases each time it becomes unread again; causes of former rounds are no longer shown. */
    table.integer('round').notNullable()
    /** Number of causes in this round. */
    table.integer('told').notNullable()
    table.boolean('unread').notNullable()
    /** False: removed from the list, or only for mail. */
    table.boolean('shown').notNullable()
    table.bigInteger('read_at').notNullable().defaultTo(0)
    /** Causes up to this round were removed from the list. */
    table.integer('taken_off').notNullable().defaultTo(0)
    table.unique(['recipient_id', 'kind', 'target_id'], { indexName: 'notifications_about' })
    table.index(['recipient_id', 'shown', 'latest', 'id'], 'notifications_list')
    table.index(['recipient_id', 'unread', 'latest', 'id'], 'notifications_unread')
  })
  await createTable(connection, 'notification_causes', (table) => {
    table.specificType('recipient_id', id).notNullable()
    /** The comment, post, decision or follower. Each notifies a person once. */
    table.specificType('cause_id', id).notNullable()
    table.specificType('notification_id', id).notNullable()
    /** 0: only for mail. */
    table.integer('round').notNullable()
    /** Position within its round. */
    table.integer('nth').notNullable()
    /** Empty: anonymous, or a community's decision. */
    table.specificType('actor_id', id).notNullable()
    table.specificType('post_id', id).notNullable()
    table.specificType('comment_id', id).notNullable()
    /** The decision; empty for other kinds. */
    table.specificType('action', key(20)).notNullable()
    /** Whether it waits to be mailed. */
    table.boolean('to_mail').notNullable()
    table.bigInteger('created_at').notNullable()
    /** Whether it was mailed in its own letter, or no longer needs to be. */
    table.boolean('mailed').notNullable().defaultTo(false)
    table.primary(['recipient_id', 'cause_id'])
    table.index(['created_at', 'recipient_id', 'cause_id'], 'notification_causes_age')
    table.index(['notification_id', 'to_mail', 'created_at'], 'notification_causes_mailed')
    table.index(['notification_id', 'round', 'nth'], 'notification_causes_shown')
  })
  await createTable(connection, 'notification_looks', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Empty: the whole forum. */
    table.specificType('community_id', id).notNullable()
    /** When the list was last viewed. */
    table.bigInteger('viewed_at').notNullable()
    table.primary(['user_id', 'community_id'])
  })
}
