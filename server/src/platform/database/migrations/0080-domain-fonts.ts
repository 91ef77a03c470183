import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Font files that domains have uploaded, so that unused ones can be counted and deleted. */
export async function up(connection: Knex): Promise<void> {
  const { key } = columnTypes(connection)
  await createTable(connection, 'domain_fonts', (table) => {
    table.specificType('domain_name', key(40)).notNullable()
    /** Of the content, by which the file is stored. Several domains may have the same one. */
    table.specificType('hash', key(64)).notNullable()
    /** When it was uploaded last. */
    table.bigInteger('uploaded_at').notNullable()
    table.primary(['domain_name', 'hash'])
    table.index(['hash'], 'domain_fonts_hash')
    table.index(['uploaded_at'], 'domain_fonts_time')
  })
}
