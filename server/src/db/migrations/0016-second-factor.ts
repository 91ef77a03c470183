import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** What people prove beside or instead of a password: codes of an application, recovery codes, passkeys. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text, longText } = columnTypes(connection)
  await createTable(connection, 'totp_secrets', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    /** The secret, encrypted. */
    table.specificType('sealed', text(500)).notNullable()
    table.bigInteger('created_at').notNullable()
    /** 0 until a code of it has come. */
    table.bigInteger('confirmed_at').notNullable()
    /** Time step of the last code: none is taken twice. */
    table.bigInteger('last_step').notNullable()
  })
  await createTable(connection, 'recovery_codes', (table) => {
    table.specificType('code_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('recovery_codes_user')
    table.bigInteger('used_at').notNullable()
  })
  await createTable(connection, 'passkeys', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('passkeys_user')
    /** Hash of the credential's own id, which may be long. */
    table.specificType('credential_hash', key(64)).notNullable().unique('passkeys_credential')
    table.specificType('credential_id', longText).notNullable()
    table.specificType('public_key', longText).notNullable()
    table.bigInteger('counter').notNullable()
    table.specificType('transports', text(200)).notNullable()
    /** Host that it is good for. */
    table.specificType('host', key(255)).notNullable()
    table.specificType('name', text(255)).notNullable()
    table.integer('synced').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('used_at').notNullable()
  })
}
