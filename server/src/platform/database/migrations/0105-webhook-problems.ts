import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** Why the last try of a delivery got no response, as a code, so that the log can say it in any language. */
export async function up(connection: Knex): Promise<void> {
  if (await connection.schema.hasColumn('webhook_deliveries', 'problem')) return
  const { key } = columnTypes(connection)
  await connection.schema.alterTable('webhook_deliveries', (table) => {
    /** Empty: there was a response, or no try, or the try is older than this column. */
    table.specificType('problem', `${key(12)} not null default ''`)
  })
}
