import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** What people are told of. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'notifications', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('recipient_id', id).notNullable()
    table.specificType('kind', key(20)).notNullable()
    /** What it is about: a comment, post or community; empty for followers. */
    table.specificType('target_id', id).notNullable()
    /** What mails about it are gathered by: a post or community; empty for followers. */
    table.specificType('thread_id', id).notNullable()
    /** Where it happened; empty for followers. */
    table.specificType('community_id', id).notNullable()
    /** Place in the list: an id made when the newest of it was told. */
    table.specificType('latest', id).notNullable().index('notifications_age')
    /** How often it was unread anew; causes of former rounds are no longer shown. */
    table.integer('round').notNullable()
    /** Causes of this round. */
    table.integer('told').notNullable()
    table.boolean('unread').notNullable()
    /** False: taken off the list, or for mail alone. */
    table.boolean('shown').notNullable()
    table.bigInteger('read_at').notNullable().defaultTo(0)
    /** Causes up to this round were taken off the list. */
    table.integer('taken_off').notNullable().defaultTo(0)
    table.unique(['recipient_id', 'kind', 'target_id'], { indexName: 'notifications_about' })
    table.index(['recipient_id', 'shown', 'latest', 'id'], 'notifications_list')
    table.index(['recipient_id', 'unread', 'latest', 'id'], 'notifications_unread')
  })
  await createTable(connection, 'notification_causes', (table) => {
    table.specificType('recipient_id', id).notNullable()
    /** The comment, post, decision or follower: each is told to one person once. */
    table.specificType('cause_id', id).notNullable()
    table.specificType('notification_id', id).notNullable()
    /** 0: for mail alone. */
    table.integer('round').notNullable()
    /** Which one of its round. */
    table.integer('nth').notNullable()
    /** Empty: anonymous, or a decision of a community. */
    table.specificType('actor_id', id).notNullable()
    table.specificType('post_id', id).notNullable()
    table.specificType('comment_id', id).notNullable()
    /** What was decided; empty for other kinds. */
    table.specificType('action', key(20)).notNullable()
    /** A mail is still to tell of it. */
    table.boolean('to_mail').notNullable()
    table.bigInteger('created_at').notNullable()
    /** A letter of its own has told of it, or need not any more. */
    table.boolean('mailed').notNullable().defaultTo(false)
    table.primary(['recipient_id', 'cause_id'])
    table.index(['created_at', 'recipient_id', 'cause_id'], 'notification_causes_age')
    table.index(['notification_id', 'to_mail', 'created_at'], 'notification_causes_mailed')
    table.index(['notification_id', 'round', 'nth'], 'notification_causes_shown')
  })
  await createTable(connection, 'notification_looks', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Empty: all of the forum. */
    table.specificType('community_id', id).notNullable()
    /** Of what happened after this nothing was seen. */
    table.bigInteger('viewed_at').notNullable()
    table.primary(['user_id', 'community_id'])
  })
}
