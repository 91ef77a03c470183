import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Secrets that domains have at sign-in providers. Versions of their settings name them by id. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'domain_keys', (table) => {
    table.specificType('id', id).primary()
    table.specificType('domain_name', key(40)).notNullable()
    /** The secret, encrypted. */
    table.specificType('sealed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['domain_name', 'id'], 'domain_keys_domain')
  })
}
