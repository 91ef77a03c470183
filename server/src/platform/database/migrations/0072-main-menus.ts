import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** The main menu of each domain. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'main_menus', (table) => {
    table.specificType('domain_name', key(40)).primary()
    /** Increases with each change. */
    table.integer('revision').notNullable()
    /** Items as JSON. */
    table.specificType('items', longText).notNullable()
    /** Who saved it last. */
    table.specificType('author_id', id).notNullable()
    table.bigInteger('saved_at').notNullable()
    table.index(['author_id', 'domain_name'], 'main_menus_author')
  })
}
