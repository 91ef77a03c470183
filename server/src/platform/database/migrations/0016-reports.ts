import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Members' reports and moderators' decisions about them. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'report_items', (table) => {
    table.specificType('id', id).primary()
    table.specificType('community_id', id).notNullable()
    /** `Post`, `Comment` or `User`. */
    table.specificType('entity_type', key(10)).notNullable()
    table.specificType('entity_id', id).notNullable()
    /** The reported post, or the post of the reported comment. */
    table.specificType('post_id', id).notNullable()
    table.specificType('person_id', id).notNullable()
    /** Community and entity while it is open, so that only one can be. */
    table.specificType('open_key', key(40)).nullable()
    table.specificType('status', key(10)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.specificType('decided_by', id).notNullable()
    table.bigInteger('decided_at').notNullable()
    table.unique(['open_key'], { indexName: 'report_items_open' })
    table.index(['community_id', 'status', 'id'], 'report_items_list')
    table.index(['person_id'], 'report_items_person')
  })
  await createTable(connection, 'reports', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Community and entity. */
    table.specificType('entity_key', key(40)).notNullable()
    table.specificType('item_id', id).notNullable()
    table.specificType('reason', key(10)).notNullable()
    table.specificType('reason_text', text(70)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.primary(['user_id', 'entity_key'])
    table.index(['item_id', 'created_at'], 'reports_item')
  })
}
