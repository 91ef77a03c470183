import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Names that people had before, what they want to be told of, where they were last, and what they asked to have deleted. */
export async function up(connection: Knex): Promise<void> {
  const { id, key, exact, longText } = columnTypes(connection)
  const add = async (column: string, build: (table: Knex.AlterTableBuilder) => void) => {
    if (!(await connection.schema.hasColumn('users', column))) await connection.schema.alterTable('users', build)
  }
  /** When the username was last changed; 0: never. */
  await add('renamed_at', (table) => table.bigInteger('renamed_at').notNullable().defaultTo(0))
  /** JSON of the switches that differ from the defaults. */
  await add('notification_settings', (table) => table.specificType('notification_settings', longText).nullable())
  await add('visited_at', (table) => table.bigInteger('visited_at').notNullable().defaultTo(0))
  await createTable(connection, 'former_names', (table) => {
    /** Hash of a username or slug in lower case: a deleted account's stays taken, and nobody can read it here. */
    table.specificType('name_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable().index('former_names_user')
    /** The name itself; empty once the account is deleted. */
    table.specificType('name', exact(80)).notNullable()
    table.bigInteger('created_at').notNullable()
  })
  await createTable(connection, 'community_visits', (table) => {
    table.specificType('user_id', id).notNullable()
    table.specificType('community_id', id).notNullable()
    table.bigInteger('visited_at').notNullable()
    table.primary(['user_id', 'community_id'])
  })
  await createTable(connection, 'account_exports', (table) => {
    /** Hash of the token in the link. */
    table.specificType('token_hash', key(64)).notNullable().primary()
    table.specificType('user_id', id).notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable().index('account_exports_expiry')
    table.bigInteger('used_at').notNullable().defaultTo(0)
    table.index(['user_id', 'created_at'], 'account_exports_user')
  })
  await createTable(connection, 'account_deletions', (table) => {
    table.specificType('user_id', id).notNullable().primary()
    /** keep or remove: what becomes of what was written. */
    table.specificType('content', key(8)).notNullable()
    /** Where the confirmation goes, encrypted; empty once it was sent. */
    table.specificType('sealed', longText).notNullable()
    /** JSON of what was counted so far. */
    table.specificType('counts', longText).notNullable()
    table.bigInteger('requested_at').notNullable()
    table.bigInteger('finished_at').notNullable().defaultTo(0).index('account_deletions_open')
  })
}
