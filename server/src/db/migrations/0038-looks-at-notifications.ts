import type { Knex } from 'knex'
import { columnTypes, createTable } from './column-types.ts'

/** Who looks at the list on a domain of one community has looked at that community's part of it alone. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  await createTable(connection, 'notification_looks', (table) => {
    table.specificType('user_id', id).notNullable()
    /** Empty: all of the forum. */
    table.specificType('community_id', id).notNullable()
    /** Of what happened after this nothing was seen. */
    table.bigInteger('viewed_at').notNullable()
    table.primary(['user_id', 'community_id'])
  })
  if (!(await connection.schema.hasTable('notification_views'))) return
  // In one statement: a run that was cut off has copied all or nothing.
  if (!(await connection('notification_looks').first('user_id'))) {
    const former = connection('notification_views').select('user_id', connection.raw("''"), 'viewed_at')
    await connection(connection.raw('notification_looks (user_id, community_id, viewed_at)')).insert(former)
  }
  await connection.schema.dropTable('notification_views')
}
