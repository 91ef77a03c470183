import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Moderators' notes about members, and networks that accounts have signed in from. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, text } = columnTypes(connection)
  await createTable(connection, 'member_notes', (table) => {
    table.specificType('id', id).notNullable().primary()
    table.specificType('community_id', id).notNullable()
    /** The member the note is about. */
    table.specificType('user_id', id).notNullable()
    table.specificType('author_id', id).notNullable().index('member_notes_author')
    table.specificType('text', text(1000)).notNullable()
    table.bigInteger('created_at').notNullable()
    table.index(['user_id', 'community_id', 'id'], 'member_notes_person')
  })
  await createTable(connection, 'sign_in_networks', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Keyed hash of the address, or of the prefix one household has. */
    table.specificType('network', key(22)).notNullable()
    table.bigInteger('seen_at').notNullable().index('sign_in_networks_seen')
    table.primary(['user_id', 'network'])
    table.index(['network', 'seen_at'], 'sign_in_networks_shared')
  })
}
