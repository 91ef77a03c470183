import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** An index of undone decisions and of those that stand. */
export async function up(connection: Knex): Promise<void> {
  const index = 'mod_activities_undone'
  if (await hasIndex(connection, { table: 'mod_activities', index })) return
  await connection.schema.alterTable('mod_activities', (table) => {
    table.index(['community_id', 'undone_by', 'id'], index)
  })
}
