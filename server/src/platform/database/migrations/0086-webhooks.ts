import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Webhooks of domains and communities, and the log of their deliveries. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, longText } = columnTypes(connection)
  await createTable(connection, 'webhooks', (table) => {
    table.specificType('id', id).primary()
    /** `domain` or `community`. */
    table.specificType('scope', key(10)).notNullable()
    /** The domain's name for operators, or the community's token name. */
    table.specificType('scope_name', key(40)).notNullable()
    table.specificType('url', text(500)).notNullable()
    /** Separated by spaces. */
    table.specificType('events', text(300)).notNullable()
    /** Its secrets, encrypted. */
    table.specificType('sealed', longText).notNullable()
    /** Until when the former secret signs, too. 0: there is none. */
    table.bigInteger('rotated_until').notNullable()
    /** Empty once that account is deleted. */
    table.specificType('created_by', id).notNullable()
    table.bigInteger('created_at').notNullable()
    /** Id of the last event that was looked at. */
    table.specificType('position', id).notNullable()
    /** 0: it isn't paused. */
    table.bigInteger('paused_at').notNullable()
    table.specificType('paused_because', key(10)).notNullable()
    /** 0: the last try succeeded. */
    table.bigInteger('failing_since').notNullable()
    /** Deliveries in a row whose tries all failed. */
    table.integer('failed_in_row').notNullable()
    table.index(['scope', 'scope_name', 'id'], 'webhooks_scope')
  })
  await createTable(connection, 'webhook_deliveries', (table) => {
    table.specificType('id', id).primary()
    table.specificType('webhook_id', id).notNullable()
    /** The event that it tells of; the same for a replay. */
    table.specificType('event_id', id).notNullable()
    /** Unique per webhook, so that an event is told once; a replay's own id. */
    table.specificType('once_id', id).notNullable()
    table.specificType('source', key(40)).notNullable()
    table.specificType('token_name', key(40)).notNullable()
    table.specificType('post_id', id).notNullable()
    table.specificType('comment_id', id).notNullable()
    table.specificType('report_id', id).notNullable()
    table.specificType('person_id', id).notNullable()
    table.bigInteger('happened_at').notNullable()
    /** What it told, once it was composed. */
    table.specificType('event', key(40)).notNullable()
    table.specificType('state', key(10)).notNullable()
    table.integer('tries').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('tried_at').notNullable()
    table.bigInteger('next_at').notNullable()
    /** 0: no response. */
    table.integer('status').notNullable()
    table.integer('duration_ms').notNullable()
    table.specificType('response', longText).notNullable()
    table.unique(['webhook_id', 'once_id'], { indexName: 'webhook_deliveries_once' })
    table.index(['webhook_id', 'state', 'id'], 'webhook_deliveries_state')
    table.index(['webhook_id', 'id'], 'webhook_deliveries_webhook')
    table.index(['person_id'], 'webhook_deliveries_person')
  })
}
