import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Ads that a domain's admins upload. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'house_insets', (table) => {
    table.specificType('id', id).primary()
    table.specificType('domain_name', key(40)).notNullable()
    /** Its name for admins. */
    table.specificType('name', text(320)).notNullable()
    table.specificType('image_url', text(500)).notNullable()
    table.specificType('image_text', text(800)).notNullable()
    table.specificType('link', text(2000)).notNullable()
    table.bigInteger('starts_at').notNullable()
    /** 0: never. */
    table.bigInteger('ends_at').notNullable()
    table.integer('share').notNullable()
    table.integer('views').notNullable().defaultTo(0)
    table.integer('clicks').notNullable().defaultTo(0)
    table.index(['domain_name', 'id'], 'house_insets_domain')
  })
}
