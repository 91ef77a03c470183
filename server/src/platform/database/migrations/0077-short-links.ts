import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Short links to pages. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'short_links', (table) => {
    table.specificType('domain_name', key(40)).notNullable()
    /** Unique on its domain, whose hosts all serve it. */
    table.specificType('code', key(16)).notNullable()
    /** Hash of owner and target: the same ones get the same link. */
    table.specificType('target_key', key(64)).notNullable()
    /** A path of the domain, or an address on a registered site. */
    table.specificType('target', longText).notNullable()
    /** The post that the path shows; empty: none. */
    table.specificType('post_id', id).notNullable()
    /** Who asked for it; empty: a visitor. */
    table.specificType('owner_id', id).notNullable()
    /** Once per visitor and day, without bots. */
    table.integer('views').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.primary(['domain_name', 'code'])
    table.unique(['domain_name', 'target_key'], { indexName: 'short_links_target' })
    table.index(['owner_id', 'code'], 'short_links_owner')
  })
}
