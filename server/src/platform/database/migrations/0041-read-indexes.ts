import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** Indexes of display names, by which addresses find people. */
export async function up(connection: Knex): Promise<void> {
  for (const [index, column] of [
    ['users_profile_name', 'profile_name'],
    ['users_display_name', 'display_name'],
  ] as const) {
    if (await hasIndex(connection, { table: 'users', index })) continue
    await connection.schema.alterTable('users', (table) => table.index([column], index))
  }
}
