import type { Knex } from 'knex'
import { columnTypes, createTable, hasIndex } from './column-types.ts'

/** Views of pages, and the numbers of each hour. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'beacon_salts', (table) => {
    /** Start of the UTC day. */
    table.bigInteger('day').notNullable().primary()
    table.specificType('salt', key(64)).notNullable()
  })
  await createTable(connection, 'beacon_marks', (table) => {
    /** A view's id, or the hash of a visitor on one day and domain, for one community or the whole domain. */
    table.specificType('mark', key(40)).notNullable().primary()
    table.specificType('domain_name', key(40)).notNullable()
    /** Empty: a page outside communities; for a visitor, the whole domain. */
    table.specificType('community_id', id).notNullable()
    /** 1: a visitor's first view; 0: a view. */
    table.integer('is_visit').notNullable()
    table.bigInteger('seen_at').notNullable().index('beacon_marks_time')
  })
  await createTable(connection, 'hourly_numbers', (table) => {
    /** Visits and views have a domain's name. Rows without one are of all domains and have all numbers. */
    table.specificType('domain_name', key(40)).notNullable()
    /** Empty: all communities. */
    table.specificType('community_id', id).notNullable()
    /** Start of the hour. */
    table.bigInteger('hour').notNullable()
    table.integer('visits').notNullable()
    table.integer('page_views').notNullable()
    table.integer('sign_ups').notNullable()
    table.integer('new_posts').notNullable()
    table.integer('new_comments').notNullable()
    table.integer('members').notNullable()
    table.integer('new_reports').notNullable()
    table.integer('decisions').notNullable()
    /** Time from the first report to the decision, summed up. */
    table.bigInteger('decision_ms').notNullable()
    table.primary(['domain_name', 'community_id', 'hour'])
    table.index(['hour'], 'hourly_numbers_hour')
  })
  await createTable(connection, 'active_hours', (table) => {
    table.bigInteger('hour').notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable()
    table.primary(['hour', 'community_id', 'user_id'])
    table.index(['user_id'], 'active_hours_user')
  })
  await createTable(connection, 'member_days', (table) => {
    table.specificType('time_zone', key(64)).notNullable()
    /** Empty: all communities. */
    table.specificType('community_id', id).notNullable()
    /** Start of the day in the zone. */
    table.bigInteger('day').notNullable()
    /** Different members on the day, and in its week and month up to its end. */
    table.integer('in_day').notNullable()
    table.integer('in_week').notNullable()
    table.integer('in_month').notNullable()
    table.primary(['time_zone', 'community_id', 'day'])
  })
  if (!(await hasIndex(connection, { table: 'report_items', index: 'report_items_decided' })))
    await connection.schema.alterTable('report_items', (table) => table.index(['decided_at'], 'report_items_decided'))
}
