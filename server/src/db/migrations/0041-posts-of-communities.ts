import type { Knex } from 'knex'
import { columnTypes } from './column-types.ts'

/** New posts of communities are a kind of their own, whose name is longer than the others'. */
export async function up(connection: Knex): Promise<void> {
  // SQLite heeds no lengths.
  if (connection.client.config.client !== 'mysql2') return
  const { key } = columnTypes(connection)
  for (const table of ['notifications', 'notification_mails']) {
    await connection.raw(`alter table ${table} modify kind ${key(20)} not null`)
  }
}
