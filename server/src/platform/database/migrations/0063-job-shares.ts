import type { Knex } from 'knex'
import { hasIndex } from './column-types.ts'

/** Finds the due jobs of each share without reading all that wait. */
export async function up(connection: Knex): Promise<void> {
  if (!(await hasIndex(connection, { table: 'jobs', index: 'jobs_turns' }))) {
    await connection.schema.alterTable('jobs', (table) => {
      table.index(['state', 'kind', 'share', 'run_at', 'id'], 'jobs_turns')
    })
  }
  if (await hasIndex(connection, { table: 'jobs', index: 'jobs_shares' })) {
    await connection.schema.alterTable('jobs', (table) => {
      table.dropIndex([], 'jobs_shares')
    })
  }
}
