import type { Knex } from 'knex'

/** Enqueues a job that gives reputation for existing reactions. */
export async function up(connection: Knex): Promise<void> {
  const [reaction] = await connection('reactions').limit(1)
  if (!reaction) return
  const state = { state: 'waiting', run_at: 0, tries: 0, last_error: '', created_at: Date.now() }
  const job = { id: '00000000000000000028', kind: 'give reputation for earlier reactions', job_key: 'all' }
  const payload = JSON.stringify({ entityId: '', userId: '' })
  await connection('jobs')
    .insert({ ...job, payload, ...state })
    .onConflict(['kind', 'job_key'])
    .ignore()
}
