import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Sessions and sign-in methods. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'sessions', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    /** Hash of the current refresh token; `previous_hash` is of the one before it. */
    table.specificType('token_hash', key(64)).notNullable().unique('sessions_token')
    table.specificType('previous_hash', key(64)).nullable().unique('sessions_previous')
    /** The only origin the session is valid for; empty for the forum. */
    table.specificType('site', exact(300)).notNullable().defaultTo('')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('rotated_at').notNullable()
    table.bigInteger('expires_at').notNullable().index('sessions_expiry')
    table.bigInteger('ended_at').notNullable().defaultTo(0)
    table.specificType('method', key(20)).notNullable().defaultTo('')
    table.specificType('device', key(22)).notNullable().defaultTo('')
    table.specificType('user_agent', text(300)).notNullable().defaultTo('')
    table.specificType('address', key(50)).notNullable().defaultTo('')
    table.bigInteger('authenticated_at').notNullable().defaultTo(0)
    table.index(['user_id', 'ended_at'], 'sessions_user')
  })
  await createTable(connection, 'embed_codes', (table) => {
    table.specificType('code_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    table.specificType('origin', exact(300)).notNullable()
    table.specificType('code_challenge', key(64)).notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('used_at').notNullable().defaultTo(0)
  })
  await createTable(connection, 'known_devices', (table) => {
    table.specificType('user_id', id).notNullable()
    /** The browser's id, from its cookie. */
    table.specificType('device', key(22)).notNullable()
    table.bigInteger('seen_at').notNullable().index('known_devices_seen')
    table.primary(['user_id', 'device'])
    table.index(['device', 'seen_at'], 'known_devices_device')
  })
  await createTable(connection, 'email_proofs', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('purpose', key(20)).notNullable()
    /** Null if no account has the address. */
    table.specificType('user_id', id).nullable()
    table.specificType('email', text(254)).notNullable()
    table.specificType('email_key', exact(254)).notNullable()
    /** Hash of the link's token. */
    table.specificType('link_hash', key(64)).nullable().unique('email_proofs_link')
    /** Hash of the code, keyed with a server key. */
    table.specificType('code_hash', key(64)).nullable()
    /** Attempts to enter the code. */
    table.integer('tries').notNullable().defaultTo(0)
    /** Shared by the proofs of one change of address. */
    table.specificType('change_id', id).nullable().index('email_proofs_change')
    table.bigInteger('expires_at').notNullable().index('email_proofs_expiry')
    table.bigInteger('used_at').notNullable().defaultTo(0)
    table.specificType('ref_by', text(100)).nullable()
    table.specificType('ref_from', text(300)).nullable()
    table.index(['email_key', 'purpose'], 'email_proofs_email')
    table.index(['user_id', 'purpose'], 'email_proofs_user')
  })
  await createTable(connection, 'identities', (table) => {
    /** Hash of the issuer and its id of the person. */
    table.specificType('subject_hash', key(64)).notNullable().primary()
    table.specificType('provider', exact(300)).notNullable()
    table.specificType('user_id', id).notNullable().index('identities_user')
    table.specificType('label', text(254)).notNullable()
    table.bigInteger('linked_at').notNullable()
  })
  await createTable(connection, 'publisher_keys', (table) => {
    table.specificType('origin', exact(300)).notNullable().primary()
    table.specificType('kind', key(10)).notNullable()
    /** The secret or the address of the keys, encrypted. */
    table.specificType('sealed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'used_proofs', (table) => {
    table.specificType('proof_hash', key(64)).notNullable().primary()
    table.bigInteger('expires_at').notNullable().index('used_proofs_expiry')
  })
  await createTable(connection, 'passkeys', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('passkeys_user')
    /** Hash of the credential's id, which may be long. */
    table.specificType('credential_hash', key(64)).notNullable().unique('passkeys_credential')
    table.specificType('credential_id', longText).notNullable()
    table.specificType('public_key', longText).notNullable()
    table.bigInteger('counter').notNullable()
    table.specificType('transports', text(200)).notNullable()
    /** Host the passkey is valid for. */
    table.specificType('host', key(255)).notNullable()
    table.specificType('name', text(255)).notNullable()
    table.integer('synced').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('used_at').notNullable()
  })
  await createTable(connection, 'totp_secrets', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    /** The secret, encrypted. */
    table.specificType('sealed', text(500)).notNullable()
    table.bigInteger('created_at').notNullable()
    /** 0 until its first valid code. */
    table.bigInteger('confirmed_at').notNullable()
    /** Time step of the last accepted code; none is accepted twice. */
    table.bigInteger('last_step').notNullable()
  })
  await createTable(connection, 'recovery_codes', (table) => {
    table.specificType('code_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('recovery_codes_user')
    table.bigInteger('used_at').notNullable()
  })
}
