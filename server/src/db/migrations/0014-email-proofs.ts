import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Addresses that nobody has confirmed yet, and what is mailed to confirm one, to sign in, to set a new password. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text } = columnTypes(connection)
  const add = async (column: string, build: (table: Knex.AlterTableBuilder) => void) => {
    if (!(await connection.schema.hasColumn('users', column))) await connection.schema.alterTable('users', build)
  }
  /** `email` holds a confirmed address, which is one account's; this any number of accounts may have given. */
  await add('pending_email', (table) => table.specificType('pending_email', text(254)).nullable())
  await add('pending_email_key', (table) =>
    table.specificType('pending_email_key', exact(254)).nullable().index('users_pending_email'),
  )
  await createTable(connection, 'email_proofs', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('purpose', key(20)).notNullable()
    /** Null where the address is nobody's. */
    table.specificType('user_id', id).nullable()
    table.specificType('email', text(254)).notNullable()
    table.specificType('email_key', exact(254)).notNullable()
    /** Of the link's token. */
    table.specificType('link_hash', key(64)).nullable().unique('email_proofs_link')
    /** Of the code, under a key of the server's. */
    table.specificType('code_hash', key(64)).nullable()
    /** Tries of the code. */
    table.integer('tries').notNullable().defaultTo(0)
    /** Those of one change of address have one. */
    table.specificType('change_id', id).nullable()
    table.bigInteger('expires_at').notNullable().index('email_proofs_expiry')
    table.bigInteger('used_at').notNullable().defaultTo(0)
    table.index(['email_key', 'purpose'], 'email_proofs_email')
    table.index(['user_id', 'purpose'], 'email_proofs_user')
    table.index(['change_id'], 'email_proofs_change')
  })
  await createTable(connection, 'mail_allowances', (table) => {
    /** Hash of an address, and of the device where that is known to its owner. */
    table.specificType('key_hash', key(64)).notNullable().primary()
    table.bigInteger('since').notNullable().index('mail_allowances_age')
    table.integer('mails').notNullable()
  })
}
