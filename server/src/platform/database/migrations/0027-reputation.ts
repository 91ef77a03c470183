import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Reputation: points by reaction, and totals by community and period. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'reputation', (table) => {
    table.specificType('entity_id', id).notNullable()
    table.specificType('giver_id', id).notNullable()
    /** `Post` or `Comment`. */
    table.specificType('entity_type', key(10)).notNullable()
    table.specificType('receiver_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.integer('points').notNullable()
    /** 0 while the post or comment is hidden. */
    table.integer('is_counted').notNullable()
    /** Days since 1970 in UTC. */
    table.integer('day').notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['entity_id', 'giver_id'])
    table.index(['giver_id', 'day', 'receiver_id'], 'reputation_given')
    table.index(['receiver_id', 'entity_id'], 'reputation_sources')
    table.index(['receiver_id', 'community_id', 'day'], 'reputation_received')
  })
  await createTable(connection, 'reputation_totals', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    /** Days since 1970 in UTC. Limits of a day, a week, a month, or all time. */
    table.integer('first_day').notNullable()
    table.integer('last_day').notNullable()
    table.integer('points').notNullable()
    table.primary(['user_id', 'community_id', 'first_day', 'last_day'])
    table.index(['community_id', 'first_day', 'last_day', 'points', 'user_id'], 'reputation_leaders')
  })
}
