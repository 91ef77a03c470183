import type { Knex } from 'knex'
import { columnTypes, hasIndex } from './column-types.ts'

/** Files that moderators have removed, and jobs that share a queue fairly. */
export async function up(connection: Knex): Promise<void> {
  const { id, key } = columnTypes(connection)
  if (!(await connection.schema.hasColumn('media', 'removed_by'))) {
    await connection.schema.alterTable('media', (table) => {
      /** The decision that removed it; empty: none. */
      table.specificType('removed_by', id).notNullable().defaultTo('')
    })
  }
  if (!(await connection.schema.hasColumn('jobs', 'share'))) {
    await connection.schema.alterTable('jobs', (table) => {
      /** Whose turn it is; jobs of one share wait for each other. Empty: everybody's. */
      table.specificType('share', key(20)).notNullable().defaultTo('')
    })
  }
  if (!(await connection.schema.hasColumn('jobs', 'cost'))) {
    await connection.schema.alterTable('jobs', (table) => {
      /** Expected work, in any unit of its kind. */
      table.bigInteger('cost').notNullable().defaultTo(0)
    })
  }
  if (!(await hasIndex(connection, { table: 'jobs', index: 'jobs_shares' }))) {
    await connection.schema.alterTable('jobs', (table) =>
      table.index(['state', 'kind', 'share', 'cost'], 'jobs_shares'),
    )
  }
}
