import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Who signs in by whose word, what has been used up of such words, and by which key a publisher's word is known. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, text, longText } = columnTypes(connection)
  await createTable(connection, 'identities', (table) => {
    /** Hash of the issuer and of what it calls the person. */
    table.specificType('subject_hash', key(64)).notNullable().primary()
    table.specificType('provider', exact(300)).notNullable()
    table.specificType('user_id', id).notNullable().index('identities_user')
    table.specificType('label', text(254)).notNullable()
    table.bigInteger('linked_at').notNullable()
  })
  await createTable(connection, 'used_proofs', (table) => {
    table.specificType('proof_hash', key(64)).notNullable().primary()
    table.bigInteger('expires_at').notNullable().index('used_proofs_expiry')
  })
  await createTable(connection, 'publisher_keys', (table) => {
    table.specificType('origin', exact(300)).notNullable().primary()
    table.specificType('kind', key(10)).notNullable()
    /** The secret or the address of the keys, encrypted. */
    table.specificType('sealed', longText).notNullable()
    table.bigInteger('created_at').notNullable()
  })
}
