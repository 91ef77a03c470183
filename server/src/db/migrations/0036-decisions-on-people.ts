import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** A decision about a person falls on all of their accounts, and is lifted from all, also where these have parted since. */
export async function up(connection: Knex): Promise<void> {
  const { id } = columnTypes(connection)
  const isMysql = connection.client.config.client === 'mysql2'
  for (const name of ['bans', 'content_hides']) {
    if (!(await connection.schema.hasColumn(name, 'decision_id'))) {
      await connection.schema.alterTable(name, (table) =>
        table.specificType('decision_id', id).notNullable().defaultTo(''),
      )
    }
    const index = `${name}_decision`
    const [found] = isMysql ? await connection.raw(`show index from ${name} where Key_name = ?`, [index]) : [[]]
    if (found.length > 0) continue
    await connection.raw(`create index ${isMysql ? '' : 'if not exists '}${index} on ${name} (decision_id)`)
  }
}
