import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Static pages of domains. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'domain_pages', (table) => {
    table.specificType('id', id).primary()
    table.specificType('domain_name', key(40)).notNullable()
    table.specificType('slug', key(60)).notNullable()
    /** Increases with each change. */
    table.integer('revision').notNullable()
    /** Title and blocks by language, as JSON. */
    table.specificType('texts', longText).notNullable()
    /** The same as readers see it; empty: they don't. */
    table.specificType('published_texts', longText).notNullable()
    /** Titles by language, as JSON, for lists and menus, which read no texts. */
    table.specificType('titles', longText).notNullable()
    /** The same as readers see them; empty: they don't. */
    table.specificType('published_titles', longText).notNullable()
    /** Whether the texts differ from those that readers see. */
    table.smallint('has_draft').notNullable()
    table.bigInteger('published_at').notNullable()
    /** Who saved it last. */
    table.specificType('author_id', id).notNullable()
    table.bigInteger('saved_at').notNullable()
    table.unique(['domain_name', 'slug'], { indexName: 'domain_pages_slug' })
    table.index(['author_id', 'id'], 'domain_pages_author')
  })
}
