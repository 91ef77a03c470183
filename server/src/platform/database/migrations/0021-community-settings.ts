import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Revisions of communities' settings, their former slugs, and ownership transfers. */
export async function up(connection: Knex): Promise<void> {
  const { id, exact } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('communities', 'revision'))) {
    await connection.schema.alterTable('communities', (table) => {
      table.integer('revision').notNullable().defaultTo(0)
    })
  }
  await createTable(connection, 'community_slugs', (table) => {
    table.specificType('slug', exact(40)).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'ownership_transfers', (table) => {
    table.specificType('community_id', id).notNullable().primary()
    table.specificType('from_id', id).notNullable()
    table.specificType('to_id', id).notNullable()
    table.specificType('session_id', id).notNullable()
    table.bigInteger('requested_at').notNullable()
    table.bigInteger('executes_at').notNullable()
  })
}
