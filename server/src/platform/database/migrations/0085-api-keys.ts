import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Keys with which programs act for a person. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'api_keys', (table) => {
    table.specificType('id', id).primary()
    table.specificType('user_id', id).notNullable()
    table.specificType('name', text(480)).notNullable()
    /** The first characters, which its owner sees. */
    table.specificType('prefix', key(20)).notNullable()
    /** SHA-256 in hexadecimal. */
    table.specificType('key_hash', key(64)).notNullable()
    /** Separated by spaces. */
    table.specificType('scopes', key(100)).notNullable()
    table.bigInteger('created_at').notNullable()
    /** 0: never. */
    table.bigInteger('expires_at').notNullable()
    /** 0: never. */
    table.bigInteger('used_at').notNullable()
    table.unique(['key_hash'], { indexName: 'api_keys_hash' })
    table.index(['user_id', 'id'], 'api_keys_user')
  })
}
