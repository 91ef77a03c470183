import type { Knex } from 'knex'
import { columnTypes, hasIndex } from './column-types.ts'

const HOUR_MS = 60 * 60 * 1000

/** Names of members beside their memberships, by which each community's members are searched. A job fills them in. */
export async function up(connection: Knex): Promise<void> {
  const { exact } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('memberships', 'name_key'))) {
    await connection.schema.alterTable('memberships', (table) => {
      table.specificType('username_key', exact(20)).notNullable().defaultTo('')
      table.specificType('name_key', exact(60)).notNullable().defaultTo('')
    })
  }
  for (const [index, column] of [
    ['memberships_username', 'username_key'],
    ['memberships_name', 'name_key'],
  ] as const) {
    if (await hasIndex(connection, { table: 'memberships', index })) continue
    await connection.schema.alterTable('memberships', (table) =>
      table.index(['community_id', column, 'user_id'], index),
    )
  }
  const [membership] = await connection('memberships').limit(1)
  if (!membership) return
  const job = { kind: 'index-member-names', payload: JSON.stringify({ after: '' }), state: 'waiting' }
  const rest = { tries: 0, last_error: '', created_at: Date.now() }
  // Once more an hour later, for those who join through older servers meanwhile.
  await connection('jobs')
    .insert([
      { id: '00000000000000000033', job_key: 'now', run_at: 0, ...job, ...rest },
      { id: '00000000000000000133', job_key: 'later', run_at: Date.now() + HOUR_MS, ...job, ...rest },
    ])
    .onConflict(['kind', 'job_key'])
    .ignore()
}
