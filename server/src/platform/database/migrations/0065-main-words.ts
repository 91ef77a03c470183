import type { Knex } from 'knex'
import { changeLater, hasIndex } from './column-types.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Main words in the search index, which a job adds, and indexes by which searches find topics. Members are found by the
 * search index, too: their names leave the memberships.
 */
export async function up(connection: Knex): Promise<void> {
  for (const [index, column] of [
    ['flairs_name_key', 'name_key'],
    ['flairs_merged', 'merged_into'],
  ] as const) {
    if (await hasIndex(connection, { table: 'flairs', index })) continue
    await connection.schema.alterTable('flairs', (table) => table.index([column], index))
  }
  const payload = JSON.stringify({ kind: 'post', after: '', isForced: true })
  const job = { kind: 'index-everything', payload, state: 'waiting', tries: 0, last_error: '', created_at: Date.now() }
  // Once more later, for what older servers index meanwhile.
  await connection('jobs')
    .insert([
      { id: '06500000000000000000', job_key: '65 now', run_at: 0, ...job },
      { id: '06500000000000000001', job_key: '65 later', run_at: Date.now() + HOUR_MS, ...job },
    ])
    .onConflict(['kind', 'job_key'])
    .ignore()
  await changeLater(connection, { migration: 65, kind: 'forget-member-names', payload: { after: '' } })
}
