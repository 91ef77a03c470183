import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Who follows whom, and what people are told of. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'follows', (table) => {
    table.specificType('follower_id', id).notNullable()
    table.specificType('followed_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['follower_id', 'followed_id'])
    table.index(['followed_id', 'follower_id'], 'follows_followers')
  })
  await createTable(connection, 'notifications', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('recipient_id', id).notNullable()
    table.specificType('kind', key(12)).notNullable()
    /** What it is about: a comment, post or community; empty for followers. */
    table.specificType('target_id', id).notNullable()
    /** What mails about it are gathered by: a post or community; empty for followers. */
    table.specificType('thread_id', id).notNullable()
    /** Where it happened; empty for followers. */
    table.specificType('community_id', id).notNullable()
    /** Place in the list: an id made when the newest of it was told. */
    table.specificType('latest', id).notNullable()
    /** How often it was unread anew; causes of former rounds are no longer shown. */
    table.integer('round').notNullable()
    /** Causes of this round. */
    table.integer('told').notNullable()
    table.boolean('unread').notNullable()
    /** False: taken off the list, or for mail alone. */
    table.boolean('shown').notNullable()
    table.bigInteger('read_at').notNullable().defaultTo(0)
    table.unique(['recipient_id', 'kind', 'target_id'], { indexName: 'notifications_about' })
    table.index(['recipient_id', 'shown', 'latest', 'id'], 'notifications_list')
    table.index(['recipient_id', 'unread', 'latest', 'id'], 'notifications_unread')
    table.index(['latest'], 'notifications_age')
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
    table.primary(['recipient_id', 'cause_id'])
    table.index(['notification_id', 'round', 'nth'], 'notification_causes_shown')
    table.index(['notification_id', 'to_mail', 'created_at'], 'notification_causes_mailed')
    table.index(['created_at', 'recipient_id', 'cause_id'], 'notification_causes_age')
  })
  await createTable(connection, 'notification_work', (table) => {
    table.specificType('id', id).notNullable().primary()
    /** comment, post, decision or follow. */
    table.specificType('kind', key(10)).notNullable()
    /** JSON of what happened. */
    table.specificType('about', longText).notNullable()
    /** How far a post has been told to many. */
    table.specificType('position', key(24)).notNullable().defaultTo('')
    table.integer('tries').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.bigInteger('due_at').notNullable()
    table.index(['due_at', 'id'], 'notification_work_due')
  })
  await createTable(connection, 'notification_mails', (table) => {
    table.specificType('recipient_id', id).notNullable()
    /** A kind of notification, or digest. */
    table.specificType('kind', key(12)).notNullable()
    table.specificType('thread_id', id).notNullable()
    /** From when on it tells. */
    table.bigInteger('since').notNullable()
    table.integer('tries').notNullable().defaultTo(0)
    table.bigInteger('due_at').notNullable()
    table.primary(['recipient_id', 'kind', 'thread_id'])
    table.index(['due_at', 'recipient_id'], 'notification_mails_due')
  })
  await createTable(connection, 'notification_views', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    table.bigInteger('viewed_at').notNullable()
  })
}
