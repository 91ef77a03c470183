import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Claims in the moderation queue, and undone decisions. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  await createTable(connection, 'queue_claims', (table) => {
    /** Community, and post, comment or person. */
    table.specificType('subject_key', key(40)).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('queue_claims_user')
    table.bigInteger('ends_at').notNullable()
  })
  if (!(await connection.schema.hasColumn('mod_activities', 'undone_by'))) {
    await connection.schema.alterTable('mod_activities', (table) => {
      /** The decision that undid this one; empty: none. */
      table.specificType('undone_by', id).notNullable().defaultTo('')
      table.index(['comment_id', 'id'], 'mod_activities_comment')
      table.index(['post_id', 'id'], 'mod_activities_post')
      table.index(['community_id', 'actor_id', 'id'], 'mod_activities_actor')
      table.index(['community_id', 'action', 'id'], 'mod_activities_action')
    })
  }
  if (await connection.schema.hasColumn('report_items', 'decision_id')) return
  await connection.schema.alterTable('report_items', (table) => {
    /** The decision that closed it; empty while it is open or if unknown. */
    table.specificType('decision_id', id).notNullable().defaultTo('').index('report_items_decision')
    table.index(['community_id', 'status', 'created_at', 'id'], 'report_items_queue')
  })
}
