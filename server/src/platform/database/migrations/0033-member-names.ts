import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

const HOUR_MS = 60 * 60 * 1000

/** Names of members beside their memberships, by which each community's members are searched. A job fills them in. */
export async function up(connection: Knex): Promise<void> {
  const { exact } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('memberships', 'name_key'))) {
    await connection.schema.alterTable('memberships', (table) => {
      table.specificType('username_key', exact(20)).notNullable().defaultTo('')
      table.specificType('name_key', exact(60)).notNullable().defaultTo('')
      table.index(['community_id', 'username_key', 'user_id'], 'memberships_username')
      table.index(['community_id', 'name_key', 'user_id'], 'memberships_name')
    })
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
