import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Tables of the platform: events, jobs, mails, stored responses and used challenges. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, longText } = columnTypes(connection)
  await createTable(connection, 'outbox', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('name', key(40)).notNullable()
    table.specificType('room', key(60)).notNullable()
    table.specificType('payload', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('delivered_at').notNullable().defaultTo(0)
    table.index(['delivered_at', 'id'], 'outbox_delivery')
    table.index(['room', 'id'], 'outbox_room')
  })
  await createTable(connection, 'jobs', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('kind', key(60)).notNullable()
    /** At most one waiting job of a kind has a key. */
    table.specificType('job_key', key(120)).nullable()
    table.specificType('payload', longText).notNullable()
    table.specificType('state', key(10)).notNullable()
    table.bigInteger('run_at').notNullable()
    table.integer('tries').notNullable()
    table.specificType('last_error', text(500)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['state', 'kind', 'run_at', 'id'], 'jobs_due')
    table.unique(['kind', 'job_key'], { indexName: 'jobs_key' })
  })
  await createTable(connection, 'mails', (table) => {
    table.specificType('id', id).notNullable().primary()
    /** Address and letter, encrypted because letters contain sign-in links and codes. */
    table.specificType('sealed', longText).notNullable()
    /** The mail is dropped after this time. */
    table.bigInteger('expires_at').notNullable()
    /** The recipient's account; empty: none, or written by an older server. */
    table.specificType('user_id', id).notNullable().defaultTo('')
    /** The mail setting that controls it; empty: none, and the mail is sent before those that have one. */
    table.specificType('news', key(20)).notNullable().defaultTo('')
    table.index(['user_id', 'news'], 'mails_person')
  })
  await createTable(connection, 'idempotency_keys', (table) => {
    /** Hash of actor, call and key. */
    table.specificType('key_hash', key(64)).notNullable().primary()
    table.specificType('body_hash', key(64)).notNullable()
    table.specificType('answer', longText).notNullable()
    table.bigInteger('created_at').notNullable().index('idempotency_keys_age')
  })
  await createTable(connection, 'event_counts', (table) => {
    /** Hash of a policy and its key, such as an account or network. */
    table.specificType('key_hash', key(64)).notNullable().primary()
    table.integer('events').notNullable()
    table.bigInteger('expires_at').notNullable().index('event_counts_expiry')
  })
  await createTable(connection, 'used_challenges', (table) => {
    table.specificType('challenge_hash', key(64)).notNullable().primary()
    table.bigInteger('expires_at').notNullable().index('used_challenges_expiry')
    /** Short hashes of up to five writes, each followed by a space. */
    table.specificType('writes', key(85)).notNullable().defaultTo('')
  })
}
