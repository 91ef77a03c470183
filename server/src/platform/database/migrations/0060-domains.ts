import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** The domains of an installation, with all versions of their settings, and their hosts. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, longText } = columnTypes(connection)
  await createTable(connection, 'domains', (table) => {
    /** Its name for operators; `default` is the one at `STOA_URL`. */
    table.specificType('name', key(40)).primary()
    table.integer('published_version').notNullable()
    table.integer('latest_version').notNullable()
    /** Changes with whatever servers must read again. */
    table.specificType('revision', id).notNullable()
    /** Of the file that was imported last; empty: none. */
    table.specificType('file_hash', key(64)).notNullable()
    table.bigInteger('created_at').notNullable()
    /** When it was removed; 0: it is there. Its name stays taken. */
    table.bigInteger('deleted_at').notNullable().defaultTo(0)
  })
  await createTable(connection, 'domain_versions', (table) => {
    table.specificType('domain_name', key(40)).notNullable()
    table.integer('number').notNullable()
    /** Settings as JSON. */
    table.specificType('settings', longText).notNullable()
    /** Empty: the command line, or a file. */
    table.specificType('author_id', id).notNullable()
    table.boolean('is_from_file').notNullable()
    table.bigInteger('created_at').notNullable()
    /** When it last came into force; 0: never. */
    table.bigInteger('published_at').notNullable().defaultTo(0)
    table.primary(['domain_name', 'number'])
    table.index(['author_id', 'domain_name', 'number'], 'domain_versions_author')
  })
  await createTable(connection, 'domain_hosts', (table) => {
    /** In lower case, with its port unless that is the usual one. */
    table.specificType('host', key(260)).primary()
    table.specificType('domain_name', key(40)).notNullable()
    table.boolean('is_canonical').notNullable()
    /** What its TXT record or file must contain. */
    table.specificType('token', key(64)).notNullable()
    /** When it was proven; 0: not yet. */
    table.bigInteger('proven_at').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.index(['domain_name', 'created_at', 'host'], 'domain_hosts_domain')
  })
}
