import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Appeals against moderators' decisions. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'appeals', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('activity_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.specificType('user_id', id).notNullable().index('appeals_user')
    table.specificType('text', text(500)).notNullable()
    /** `open`, `granted` or `denied`. */
    table.specificType('status', key(10)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.specificType('decided_by', id).notNullable().defaultTo('')
    table.bigInteger('decided_at').notNullable().defaultTo(0)
    table.unique(['activity_id'], { indexName: 'appeals_activity' })
    table.index(['community_id', 'status', 'created_at', 'id'], 'appeals_queue')
  })
}
